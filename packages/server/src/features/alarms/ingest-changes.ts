import type { Tx } from '../../platform/link/messages.ts'
import { insertEvents, removeEvents } from '../events/index.ts'
import type { EventKey } from '../events/index.ts'
import type { AlarmRow, SignalKey, StoredRun } from './ingest-queries.ts'
import type { Place, Run } from './rules.ts'

/** What samples made of one signal: its runs as they are stored, and as they should be. */
export interface SignalChange {
  key: SignalKey
  level: number | null
  stored: StoredRun[]
  runs: { run: Run; place: Place }[]
  /** A live sample moved the signal on: what changed in the current alarms is announced. */
  isNews: boolean
}

interface Shown {
  place: Place
  row: AlarmRow
  startAt: number
  endAt: number | null
}

/** Writes the difference between the runs as stored and as they should be, and the events that belong to it. */
export async function applyChanges(tx: Tx, changes: readonly SignalChange[]): Promise<void> {
  const owners = await ownersOf(tx, changes)
  const old: Shown[] = []
  const now: Shown[] = []
  const news = new Set<number>()
  for (const change of changes) {
    const kept = new Set<StoredRun>()
    for (const { run, place } of change.runs) {
      const was = run.row === undefined ? undefined : change.stored[run.row]
      if (was && isSame(was, { run, place })) {
        kept.add(was)
        continue
      }
      const row = was?.row ?? freshRow(change, { run, owner: owners.get(change.key.deviceId) })
      if (row) now.push({ place, row, startAt: run.startAt, endAt: run.endAt })
      if (change.isNews && (place === 'current' || was?.place === 'current')) news.add(change.key.deviceId)
    }
    for (const was of change.stored)
      if (!kept.has(was))
        old.push({ place: was.place, row: was.row, startAt: was.run.startAt, endAt: was.run.endAt })
  }
  if (old.length + now.length === 0) return
  await removeRuns(tx, old)
  await insertRuns(tx, now)
  await changeEvents(tx, { old, now })
  if (news.size === 0) return
  tx.announce('alarmsChanged', news)
  tx.count(
    'alarmsOpened',
    now.filter(({ place, row }) => place === 'current' && news.has(row.device_id)).length,
  )
  tx.count(
    'alarmsClosed',
    old.filter(({ place, row }) => place === 'current' && news.has(row.device_id)).length,
  )
}

const isSame = (was: StoredRun, { run, place }: { run: Run; place: Place }) =>
  was.place === place && was.run.startAt === run.startAt && was.run.endAt === run.endAt

type Owner = Omit<
  AlarmRow,
  'id' | 'semaphore_code' | 'value' | 'bit_position' | 'alarm_level' | 'acked_at' | 'acked_by' | 'ack_note'
>

async function ownersOf(tx: Tx, changes: readonly SignalChange[]): Promise<Map<number, Owner>> {
  const strangers = changes.filter(({ runs }) => runs.some(({ run }) => run.row === undefined))
  if (strangers.length === 0) return new Map()
  const rows = await tx.prepared<Owner>(
    'alarm owners',
    `select id as device_id, code as device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path
     from devices where id = any($1::bigint[])`,
    [strangers.map(({ key }) => key.deviceId)],
  )
  return new Map(rows.map((row) => [row.device_id, row]))
}

function freshRow(
  { key, level }: SignalChange,
  { run, owner }: { run: Run; owner: Owner | undefined },
): AlarmRow | undefined {
  return (
    owner && {
      id: 0,
      ...owner,
      semaphore_code: key.semaphoreCode,
      value: run.value,
      bit_position: run.bitPosition,
      alarm_level: level,
      acked_at: null,
      acked_by: null,
      ack_note: null,
    }
  )
}

async function removeRuns(tx: Tx, old: readonly Shown[]): Promise<void> {
  const ids = (place: Place) => old.filter((each) => each.place === place).map(({ row }) => row.id)
  const current = ids('current')
  if (current.length)
    await tx.prepared('alarms delete', 'delete from alarms where id = any($1::bigint[])', [current])
  const closed = old.filter(({ place }) => place === 'history')
  if (closed.length)
    await tx.query(
      `delete from alarm_history where (id, occurred_at) in (select * from unnest($1::bigint[], $2::timestamptz[]))`,
      [closed.map(({ row }) => row.id), closed.map(({ startAt }) => iso(startAt))],
    )
  const prospects = old.filter(({ place }) => place === 'prospect')
  if (prospects.length)
    await tx.query(
      `delete from alarm_prospects where (device_id, semaphore_code, value) in
       (select * from unnest($1::bigint[], $2::text[], $3::bigint[]))`,
      [
        prospects.map(({ row }) => row.device_id),
        prospects.map(({ row }) => row.semaphore_code),
        prospects.map(({ row }) => row.value),
      ],
    )
}

const TABLES = { current: 'alarms', history: 'alarm_history', prospect: 'alarm_prospects' } as const

async function insertRuns(tx: Tx, now: Shown[]): Promise<void> {
  const fresh = now.filter(({ row, place }) => row.id === 0 && place !== 'prospect')
  if (fresh.length) {
    const ids = await tx.prepared<{ id: number }>(
      'alarm ids',
      `select nextval('alarm_ids') as id from generate_series(1, $1::int)`,
      [fresh.length],
    )
    for (const [index, each] of fresh.entries()) each.row = { ...each.row, id: ids[index]?.id ?? 0 }
  }
  for (const [place, shown] of Map.groupBy(now, (each) => each.place)) {
    await tx.prepared(
      `${TABLES[place]} insert`,
      `insert into ${TABLES[place]} select * from json_populate_recordset(null::${TABLES[place]}, $1::json)`,
      [JSON.stringify(shown.map(storedShape))],
    )
  }
}

/** Column by column what its table holds; a name that the table lacks is passed over. */
function storedShape({ row, startAt, endAt }: Shown) {
  const end = endAt === null ? null : iso(endAt)
  const ackedAt = typeof row.acked_at === 'number' ? iso(row.acked_at) : row.acked_at
  return { ...row, acked_at: ackedAt, occurred_at: iso(startAt), ends_at: end, recovered_at: end }
}

/** Opening and closing each leave an event; a run that history corrects takes its events along. */
async function changeEvents(tx: Tx, { old, now }: { old: Shown[]; now: Shown[] }): Promise<void> {
  const before = new Map(old.flatMap(eventsOf).map((event) => [keyOf(event), event]))
  const after = new Map(now.flatMap(eventsOf).map((event) => [keyOf(event), event]))
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, event]) => event)
  const come = [...after].filter(([key]) => !before.has(key)).map(([, event]) => event)
  if (gone.length) await removeEvents(tx, gone)
  if (come.length) await insertEvents(tx, come)
}

function eventsOf({ place, row, startAt, endAt }: Shown): EventKey[] {
  if (place === 'prospect') return []
  const event = { ...row, kind: 'alarm' as const, content: null }
  const opened = { ...event, flag: false, occurred_at: iso(startAt) }
  return place === 'current' || endAt === null
    ? [opened]
    : [opened, { ...event, flag: true, occurred_at: iso(endAt) }]
}

const keyOf = ({ device_id, semaphore_code, value, flag, occurred_at }: EventKey) =>
  `${device_id} ${semaphore_code} ${value} ${flag} ${occurred_at}`

const iso = (ms: number) => new Date(ms).toISOString()
