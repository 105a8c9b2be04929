import { type Region, regions } from '@wattkeeper/contracts/api/reference'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'

/** The tree begins with an entry for every region, which narrows nothing. */
export const everywhere = 'all'
export const regionFields = { label: 'name', value: 'code', children: 'childrens' } as const

export const nameHas = (typed: string, path: readonly Partial<Region>[]): boolean =>
  path.some(({ name }) => name?.toLowerCase().includes(typed.toLowerCase()))

/** The whole tree is large: asked only when somebody looks at it. */
export const useRegions = (isWanted: boolean): readonly Region[] =>
  useData(regions.tree, {}, { ...rarelyChanges, enabled: isWanted }).data ?? []

/** From the root down to the region, both included; empty of an unknown code. */
export function pathToRegion(tree: readonly Region[], code: string): readonly Region[] {
  for (const region of tree) {
    if (region.code === code) return [region]
    const below = pathToRegion(region.childrens ?? [], code)
    if (below.length > 0) return [region, ...below]
  }
  return []
}

/** The name of a region that a filter holds; the code until the tree has come. */
export function useRegionName(code: string | undefined): (code: string) => string {
  const tree = useRegions(code !== undefined)
  return (wanted) => pathToRegion(tree, wanted).at(-1)?.name ?? wanted
}
