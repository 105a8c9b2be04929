import type { Region } from '@wattkeeper/contracts/api/reference'
import type { RegionRow } from './queries.ts'

/** Stands for every region in filters and permissions; no device lies in it. */
export const everywhere = 'all'

/** The countries with all that lies below them, and then "all regions", which has nothing below it. */
export function treeOf(rows: readonly RegionRow[]): Region[] {
  const nodes = new Map(rows.map(({ code, name }): [string, Region] => [code, { code, name }]))
  const countries: Region[] = []
  for (const { code, parentCode } of rows) {
    const node = nodes.get(code)
    const parent = parentCode === null ? undefined : nodes.get(parentCode)
    if (!node || !parent) continue
    if (parent.code === everywhere) countries.push(node)
    else (parent.childrens ??= []).push(node)
  }
  const all = nodes.get(everywhere)
  return all ? [...countries, all] : countries
}
