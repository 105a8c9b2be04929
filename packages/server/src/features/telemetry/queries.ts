import type { Language } from '@wattkeeper/contracts/kit'
import type { Board } from '@wattkeeper/contracts/link'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'
import { type Window, mostCounted } from '../../platform/http/paging.ts'

/** Whether the caller may see the device; the rows below are guarded by the same policy besides. */
export async function seesDevice(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** What a file about the device is named after; undefined of one that the caller does not see. */
export async function nameDevice(db: Db, id: number, language: Language) {
  const { rows } = await sql<{ code: string; typeName: string }>`
    select d.code, ${nameIn(language, 't')} as type_name
    from devices d join equip_types t on t.id = d.equip_type_id where d.id = ${id}`.execute(db)
  return rows[0]
}

/** One unit of a board as it is stored: numbers by place, the rest by name. */
export interface StoredReading {
  ts: string
  unit: number
  numbers: (number | null)[]
  extra: Record<string, unknown> | null
}

export interface Span {
  readonly deviceId: number
  readonly board: Board
  /** Both ends belong to it; without them it holds everything retained. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

const within = ({ deviceId, board, startTime, endTime }: Span) => sql`
  device_id = ${deviceId} and board = ${board} and unit = 0
  ${startTime === undefined ? sql`` : sql`and ts >= ${startTime}`}
  ${endTime === undefined ? sql`` : sql`and ts <= ${endTime}`}`

/** The whole board's readings, newest first. Partitions are walked backwards and no further than the page needs. */
export async function readingsOf(db: Db, span: Span, { limit, offset, after }: Window) {
  const { rows } = await sql<StoredReading>`
    select ts, unit, numbers, extra from telemetry
    where ${within(span)} ${after ? sql`and ts < ${after.at}` : sql``}
    order by ts desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countReadings(db: Db, span: Span): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from telemetry where ${within(span)} order by ts desc limit ${mostCounted + 1}
    ) as reading`.execute(db)
  return rows[0]?.counted ?? 0
}

/** What the units of a board (the bays of a cabinet) said at these instants, in the order of their numbers. */
export async function unitReadings(db: Db, { deviceId, board }: Span, instants: readonly string[]) {
  const oldest = instants.at(-1)
  if (oldest === undefined) return []
  const { rows } = await sql<StoredReading>`
    select ts, unit, numbers, extra from telemetry
    where device_id = ${deviceId} and board = ${board} and unit = any(array(select generate_series(1, 99)::smallint))
      and ts between ${oldest} and ${instants[0]} and ts = any(${instants}::timestamptz[])
    order by ts desc, unit`.execute(db)
  return rows
}

export interface AlarmRun {
  semaphoreCode: string
  name: string | null
  nameEn: string | null
  occurredAt: string
  recoveredAt: string | null
}

/** The alarm signals of a device that were active at some time between two instants, worst first. */
export async function alarmRuns(db: Db, deviceId: number, [from, until]: readonly [string, string]) {
  const { rows } = await sql<AlarmRun>`
    select run.semaphore_code, signal.name, signal.name_en, run.occurred_at, run.recovered_at
    from (
      select semaphore_code, alarm_level, occurred_at, null::timestamptz as recovered_at
      from alarms where device_id = ${deviceId} and occurred_at <= ${until}
      union all
      select semaphore_code, alarm_level, occurred_at, recovered_at
      from alarm_history where device_id = ${deviceId} and occurred_at <= ${until} and recovered_at > ${from}
    ) as run
    left join dictionary signal on signal.type = 'ALARM' and signal.code = run.semaphore_code
    order by run.alarm_level nulls last, run.semaphore_code`.execute(db)
  return rows
}

export interface RejectedRow {
  id: number
  receivedAt: string
  deviceCode: string
  topic: string
  reason: string
  detail: string
  payload: Buffer
}

export interface RejectedFilter {
  readonly deviceCode?: string
  readonly startTime?: string
  readonly endTime?: string
}

const rejectedWithin = ({ deviceCode, startTime, endTime }: RejectedFilter) => sql`true
  ${deviceCode === undefined ? sql`` : sql`and strpos(lower(device_code), lower(${deviceCode})) > 0`}
  ${startTime === undefined ? sql`` : sql`and received_at >= ${startTime}`}
  ${endTime === undefined ? sql`` : sql`and received_at <= ${endTime}`}`

export async function rejectedMessages(db: Db, filter: RejectedFilter, { limit, offset, after }: Window) {
  const { rows } = await sql<RejectedRow>`
    select id, received_at, device_code, topic, reason, detail, substring(payload for 4096) as payload from quarantine
    where ${rejectedWithin(filter)} ${after ? sql`and (received_at, id) < (${after.at}, ${after.id})` : sql``}
    order by received_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countRejected(db: Db, filter: RejectedFilter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from quarantine where ${rejectedWithin(filter)} order by received_at desc, id desc limit ${mostCounted + 1}
    ) as message`.execute(db)
  return rows[0]?.counted ?? 0
}
