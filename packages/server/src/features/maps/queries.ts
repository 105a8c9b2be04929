import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere, nameIn } from '../../platform/database/text.ts'

export interface NamedRegion {
  readonly code: string
  readonly name: string
  /** From the country down, as an address is written in the language. */
  readonly address: string
  readonly path: readonly string[]
}

/** What stands between a municipality and its districts only to make the tree regular: 北京城区, 重庆郊县. */
const isFiller = (regions: 'r' | 'regions') => sql`${sql.ref(`${regions}.code`)} ~ '^(11|12|31|50)0[12]00$'`

/** China is where the map is, no place on it. */
const china = '86'

const addressOf = (language: Language) => sql`(
  select string_agg(${nameIn(language, 'r')}, ${language === 'en' ? ', ' : ''} order by cardinality(r.path) ${language === 'en' ? sql`desc` : sql``})
  from regions r where r.code = any(regions.path) and (r.code = regions.code or not ${isFiller('r')}) and cardinality(r.path) > least(2, cardinality(regions.path) - 1))`

/** Regions whose name holds a text in any language, large ones first. */
export async function regionsNamed(db: Db, keyword: string, language: Language): Promise<NamedRegion[]> {
  const { rows } = await sql<NamedRegion>`
    select code, ${nameIn(language, 'regions')} as name, ${addressOf(language)} as address, path
    from regions
    where cardinality(path) > 1 and code <> ${china} and not ${isFiller('regions')}
      and (name ilike ${anywhere(keyword)} or name_en ilike ${anywhere(keyword)})
    order by cardinality(path), sort, code limit 10`.execute(db)
  return rows
}

/** The first of these codes that names a region. */
export async function regionOf(
  db: Db,
  codes: readonly string[],
  language: Language,
): Promise<NamedRegion | undefined> {
  const { rows } = await sql<NamedRegion>`
    select code, ${nameIn(language, 'regions')} as name, ${addressOf(language)} as address, path
    from unnest(${codes}::text[]) with ordinality as wanted (wanted_code, place)
    join regions on code = wanted_code order by place limit 1`.execute(db)
  return rows[0]
}
