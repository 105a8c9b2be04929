import type { Tx } from '../../platform/link/messages.ts'
import type { Analysis, Run, Sample } from './rules.ts'

export interface SampleRow extends Sample {
  deviceId: number
  semaphoreCode: string
}

export interface SignalState {
  deviceId: number
  semaphoreCode: string
  liveAt: number | null
  liveValue: number | null
  lastAt: number | null
  lastValue: number | null
}

export interface SignalKey {
  deviceId: number
  semaphoreCode: string
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Locks the states of the signals, in the order of their keys; signals of deleted devices are left out. */
export async function lockStates(tx: Tx, signals: readonly SignalKey[]): Promise<SignalState[]> {
  const keys = keysOf(signals)
  await tx.prepared(
    'alarm states insert',
    `insert into alarm_states (device_id, semaphore_code)
     select device_id, code from unnest($1::bigint[], $2::text[]) as signal (device_id, code)
     where exists (select from devices where devices.id = signal.device_id)
     order by device_id, code collate "C" on conflict do nothing`,
    keys,
  )
  return tx.prepared<SignalState>(
    'alarm states lock',
    `select state.device_id as "deviceId", semaphore_code as "semaphoreCode", live_at as "liveAt",
       live_value as "liveValue", last_at as "lastAt", last_value as "lastValue"
     from alarm_states state join unnest($1::bigint[], $2::text[]) as signal (device_id, code)
       on state.device_id = signal.device_id and semaphore_code = code
     order by state.device_id, semaphore_code for update of state`,
    keys,
  )
}

/** Stores samples; of those with the same key the first stays. Answers the keys that were new, with their values. */
export async function insertSamples(tx: Tx, rows: readonly SampleRow[]): Promise<SampleRow[]> {
  return tx.prepared<SampleRow>(
    'alarm samples insert',
    `insert into alarm_samples (device_id, semaphore_code, ts, at, value, is_live)
     select device_id, code, ts, at, value, is_live
     from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::boolean[])
       with ordinality as sample (device_id, code, ts, at, value, is_live, arrival)
     order by device_id, code collate "C", ts, arrival on conflict do nothing
     returning device_id as "deviceId", semaphore_code as "semaphoreCode", ts, at, value, is_live as "isLive"`,
    [
      ...keysOf(rows),
      rows.map(({ ts }) => iso(ts)),
      rows.map(({ at }) => iso(at)),
      rows.map(({ value }) => value),
      rows.map(({ isLive }) => isLive),
    ],
  )
}

/** How many of the given samples are stored with another value. */
export async function countConflicts(tx: Tx, rows: readonly SampleRow[]): Promise<number> {
  const [found] = await tx.query<{ n: number }>(
    `select count(*) as n from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) as given (device_id, code, ts, value)
     join alarm_samples stored on stored.device_id = given.device_id and semaphore_code = code and stored.ts = given.ts
     where stored.value <> given.value`,
    [...keysOf(rows), rows.map(({ ts }) => iso(ts)), rows.map(({ value }) => value)],
  )
  return found?.n ?? 0
}

export async function saveStates(tx: Tx, states: readonly SignalState[]): Promise<void> {
  const instant = (ms: number | null) => (ms === null ? null : iso(ms))
  await tx.prepared(
    'alarm states update',
    `update alarm_states state set live_at = known.live_at, live_value = known.live_value,
       last_at = known.last_at, last_value = known.last_value
     from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::bigint[])
       as known (device_id, code, live_at, live_value, last_at, last_value)
     where state.device_id = known.device_id and state.semaphore_code = known.code`,
    [
      ...keysOf(states),
      states.map(({ liveAt }) => instant(liveAt)),
      states.map(({ liveValue }) => liveValue),
      states.map(({ lastAt }) => instant(lastAt)),
      states.map(({ lastValue }) => lastValue),
    ],
  )
}

export interface SignalInfo {
  analysis: Analysis
  level: number | null
}

/** How the dictionary says to read the signals; what it does not know is read as a value. */
export async function describeSignals(tx: Tx, codes: string[]): Promise<Map<string, SignalInfo>> {
  const rows = await tx.prepared<{ code: string; analysis: Analysis; level: number }>(
    'alarm signals',
    `select code, analysis_type as analysis, alarm_level as level from dictionary where type = 'ALARM' and code = any($1)`,
    [codes],
  )
  return new Map(rows.map(({ code, analysis, level }) => [code, { analysis, level }]))
}

/** The samples at and around a stretch of time that are stored already: one on each side, and all within. */
export async function samplesAround(tx: Tx, signal: SignalKey, span: Span): Promise<Sample[]> {
  return tx.prepared<Sample>(
    'alarm samples around',
    `(select at, ts, value, is_live as "isLive" from alarm_samples
      where device_id = $1 and semaphore_code = $2 and at < $3 order by at desc, ts desc limit 1)
     union all
     select at, ts, value, is_live from alarm_samples where device_id = $1 and semaphore_code = $2 and at between $3 and $4
     union all
     (select at, ts, value, is_live from alarm_samples
      where device_id = $1 and semaphore_code = $2 and at > $4 order by at, ts limit 1)`,
    [signal.deviceId, signal.semaphoreCode, iso(span.from), iso(span.to)],
  )
}

export interface Span {
  from: number
  to: number
}

const keysOf = (signals: readonly SignalKey[]) => [
  signals.map(({ deviceId }) => deviceId),
  signals.map(({ semaphoreCode }) => semaphoreCode),
]

/** A row of alarms or alarm_history as it is stored, but for its times: those are its run's. */
export interface AlarmRow {
  id: number
  device_id: number
  device_code: string
  organization_id: number
  operator_id: number
  equip_type_id: number
  equip_model_id: number
  region_path: string[]
  semaphore_code: string
  value: number
  bit_position: number | null
  alarm_level: number | null
  acked_at: number | string | null
  acked_by: number | null
  ack_note: string | null
}

export interface StoredRun {
  place: 'current' | 'history' | 'prospect'
  row: AlarmRow
  run: Run
}

const ROW_COLUMNS = `id, device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
  semaphore_code, value, bit_position, alarm_level, acked_at, acked_by, ack_note`

/** The runs that are shown for these signals: current ones and prospects. */
export async function openRuns(tx: Tx, signals: readonly SignalKey[]): Promise<StoredRun[]> {
  const rows = await tx.prepared<AlarmRow & { occurred_at: number; ends_at: number | null; place: Open }>(
    'alarm runs open',
    `select 'current' as place, ${ROW_COLUMNS}, occurred_at, ends_at from alarms
     where (device_id, semaphore_code) in (select * from unnest($1::bigint[], $2::text[]))
     union all
     select 'prospect', 0, prospect.device_id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       semaphore_code, value, bit_position, null, null, null, null, occurred_at, null
     from alarm_prospects prospect join devices on devices.id = device_id
     where (device_id, semaphore_code) in (select * from unnest($1::bigint[], $2::text[]))`,
    keysOf(signals),
  )
  return rows.map(({ place, occurred_at, ends_at, ...row }) => stored(place, row, [occurred_at, ends_at]))
}

type Open = 'current' | 'prospect'

/** The closed runs of a signal that touch a stretch of time. */
export async function closedRuns(tx: Tx, signal: SignalKey, span: Span): Promise<StoredRun[]> {
  const rows = await tx.prepared<AlarmRow & { occurred_at: number; recovered_at: number }>(
    'alarm runs closed',
    `select ${ROW_COLUMNS}, occurred_at, recovered_at from alarm_history
     where device_id = $1 and semaphore_code = $2 and occurred_at <= $4 and recovered_at >= $3`,
    [signal.deviceId, signal.semaphoreCode, iso(span.from), iso(span.to)],
  )
  return rows.map(({ occurred_at, recovered_at, ...row }) =>
    stored('history', row, [occurred_at, recovered_at]),
  )
}

function stored(
  place: StoredRun['place'],
  row: AlarmRow,
  [startAt, endAt]: [number, number | null],
): StoredRun {
  return { place, row, run: { value: row.value, bitPosition: row.bit_position, startAt, endAt } }
}
