import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** A fault as events carry it: `value` is the bit's mask, or the value itself. */
interface FaultKey {
  readonly equipTypeId: number
  readonly code: string
  readonly value: number
}

/** What a piece of text stands for, looked up before events are: catalogues are small, events are many. */
export interface ContentMatch {
  readonly part: string
  readonly signals: readonly string[]
  readonly faults: readonly FaultKey[]
}

/** Signals and faults whose name holds a text in any language. */
export async function matchContent(db: Db, part: string): Promise<ContentMatch> {
  const { rows } = await sql<{ signals: string[]; faults: FaultKey[] }>`
    select
      array(select code from dictionary where type = 'ALARM' and (
        strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0
        or strpos(lower(code), lower(${part})) > 0)) as signals,
      (select coalesce(jsonb_agg(jsonb_build_object('equipTypeId', equip_classify, 'code', alarm_code,
          'value', coalesce(1::bigint << bit_position::int, value))), '[]') from faults
        where strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0) as faults`.execute(
    db,
  )
  return { part, signals: [], faults: [], ...rows[0] }
}
