import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** A fault as events carry it: `value` is the bit's mask, or the value itself. */
interface FaultKey {
  readonly equipTypeId: number
  readonly code: string
  readonly value: number
}

/** So many events are named to the database; what more of them say is looked for from the newest back. */
const mostSaying = 2_000
export const manyEvents = 'many'

/** What a piece of text stands for, looked up before events are: catalogues are small, events are many. */
export interface ContentMatch {
  readonly part: string
  readonly signals: readonly string[]
  readonly faults: readonly FaultKey[]
  /** Events in which a device says so in its own words. */
  readonly saying: readonly number[] | typeof manyEvents
}

interface Span {
  readonly startTime: string
  readonly endTime: string | undefined
}

/** Signals and faults whose name holds a text in any language, and what devices themselves said within a time. */
export async function matchContent(db: Db, part: string, span: Span): Promise<ContentMatch> {
  const { rows } = await sql<{ signals: string[]; faults: FaultKey[]; saying: number[] | null }>`
    select
      array(select code from dictionary where type = 'ALARM' and (
        strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0
        or strpos(lower(code), lower(${part})) > 0)) as signals,
      (select coalesce(jsonb_agg(jsonb_build_object('equipTypeId', equip_classify, 'code', alarm_code,
          'value', coalesce(1::bigint << bit_position::int, value))), '[]') from faults
        where strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0) as faults,
      event_ids_by_words(${part}, ${span.startTime}, ${span.endTime ?? null}, ${mostSaying + 1})::float8[] as saying`.execute(
    db,
  )
  const { signals = [], faults = [], saying = [] } = rows[0] ?? {}
  const isNamed = saying !== null && saying.length <= mostSaying
  // the faults of a signal that is wanted as a whole say nothing more
  const others = faults.filter(({ code }) => !signals.includes(code))
  return { part, signals, faults: others, saying: isNamed ? saying : manyEvents }
}
