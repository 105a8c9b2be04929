import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** A fault as alarms carry it: `value` is the bit's mask, or the value itself. */
interface FaultKey {
  readonly equipTypeId: number
  readonly code: string
  readonly value: number
}

/** What a piece of text stands for, looked up before alarms are: catalogues are small, alarms are many. */
export interface ContentMatch {
  readonly part: string
  readonly signals: readonly string[]
  readonly faults: readonly FaultKey[]
  /** Ids; `many` when naming them would cost more than comparing codes row by row. */
  readonly devices: readonly number[] | 'many'
}

const mostDevices = 500

/** Signals and faults by their names in every language, and devices of the caller by code, that hold a text. */
export async function matchContent(db: Db, part: string): Promise<ContentMatch> {
  const { rows } = await sql<{ signals: string[]; faults: FaultKey[]; devices: number[] }>`
    select
      array(select code from dictionary where type = 'ALARM' and (
        strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0
        or strpos(lower(code), lower(${part})) > 0)) as signals,
      (select coalesce(jsonb_agg(jsonb_build_object('equipTypeId', equip_classify, 'code', alarm_code,
          'value', coalesce(1::bigint << bit_position::int, value))), '[]') from faults
        where strpos(lower(name), lower(${part})) > 0 or strpos(lower(name_en), lower(${part})) > 0) as faults,
      array(select id::float8 from devices where strpos(lower(code), lower(${part})) > 0 limit ${mostDevices + 1}) as devices`.execute(
    db,
  )
  const { signals = [], faults = [], devices = [] } = rows[0] ?? {}
  return { part, signals, faults, devices: devices.length > mostDevices ? 'many' : devices }
}
