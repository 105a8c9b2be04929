import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

export interface RegionRow {
  code: string
  parentCode: string | null
  name: string
}

/** Every region, parents before their children's siblings, in the order of the screens. */
export async function allRegions(db: Db, language: Language): Promise<RegionRow[]> {
  return db
    .selectFrom('regions')
    .select(['code', 'parentCode', nameIn(language, 'regions').as('name')])
    .orderBy('sort')
    .orderBy('code')
    .execute()
}

/** How deep a region lies: 1 the whole world, 2 a country; undefined when there is none with this code. */
export async function regionDepth(db: Db, code: string): Promise<number | undefined> {
  const found = await db.selectFrom('regions').select('path').where('code', '=', code).executeTakeFirst()
  return found?.path.length
}

/** The codes among these that name a region. */
export async function knownRegions(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const found = await db.selectFrom('regions').select('code').where('code', 'in', codes).execute()
  return new Set(found.map(({ code }) => code))
}

export interface Subtree {
  /** How deep the region itself lies: a path through it holds its code at this place. */
  readonly depth: number
  /** Its own code and those of everything below it. */
  readonly codes: readonly string[]
}

/** A region with all that lies below it; undefined when there is none with this code. */
export async function subtreeOf(db: Db, code: string): Promise<Subtree | undefined> {
  const depth = await regionDepth(db, code)
  if (depth === undefined) return undefined
  const { rows } = await sql<{ code: string }>`
    select code from regions where path[${sql.lit(depth)}] = ${code}`.execute(db)
  return { depth, codes: rows.map((row) => row.code) }
}
