import pg from 'pg'
import { typeParsers } from '../src/platform/database/database.ts'
import type { Member } from './crowd.ts'

/** One sentence and whether it holds. */
export interface Finding {
  readonly what: string
  readonly holds: boolean
}

const FINAL_WITHIN_MS = 240_000

/** Looks at the rows when all is calm. */
export async function judge(databaseUrl: string, members: readonly Member[]): Promise<readonly Finding[]> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2, types: typeParsers })
  try {
    return [
      await judgeCommands(db, members),
      await judgeReadings(db, members),
      await judgeAlarms(db, members),
      await judgePresence(db, members),
    ]
  } finally {
    await db.end()
  }
}

async function judgeReadings(db: pg.Pool, members: readonly Member[]): Promise<Finding> {
  const said = members.flatMap(({ device, acknowledged }) =>
    acknowledged.map((ts) => [device.id, ts] as const),
  )
  const { rows } = await db.query<{ missing: number; twice: number }>(
    `with said as (select * from unnest($1::bigint[], $2::float8[]) as said (device_id, ts)),
     found as (
       select said.device_id, said.ts, count(telemetry.device_id) as rows from said
       left join telemetry on telemetry.device_id = said.device_id and telemetry.ts = to_timestamp(said.ts / 1000.0)
       group by 1, 2
     )
     select count(*) filter (where rows = 0)::int as missing, count(*) filter (where rows > 1)::int as twice from found`,
    [said.map(([id]) => id), said.map(([, ts]) => ts)],
  )
  const { missing = -1, twice = -1 } = rows[0] ?? {}
  return {
    what: `${said.length.toLocaleString('en')} readings acknowledged: ${missing} not stored, ${twice} stored twice`,
    holds: missing === 0 && twice === 0,
  }
}

async function judgeCommands(db: pg.Pool, members: readonly Member[]): Promise<Finding> {
  const deadline = Date.now() + FINAL_WITHIN_MS
  const open = async () =>
    (await db.query<{ n: number }>(`select count(*)::int as n from commands where state <> 'done'`)).rows[0]
      ?.n ?? 0
  while ((await open()) > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  const { rows } = await db.query<{ code: string; result: number }>('select code, result from commands')
  const acted = new Set(members.flatMap((member) => [...member.acted.keys()]))
  const unheard = rows.filter(({ code, result }) => result === 1 && !acted.has(code)).length
  const confirmed = rows.filter(({ result }) => result === 1).length
  const left = await open()
  return {
    what: `${rows.length} commands: ${confirmed} confirmed, ${left} without an end, ${unheard} said to be confirmed that no device acted on`,
    holds: left === 0 && unheard === 0 && rows.length > 0,
  }
}

async function judgeAlarms(db: pg.Pool, members: readonly Member[]): Promise<Finding> {
  const { rows } = await db.query<{ id: number }>(
    `select distinct device_id as id from alarms where semaphore_code = 'CHAOS' and ends_at is null`,
  )
  const raised = new Set(rows.map(({ id }) => id))
  const certain = members.filter(({ isAlarmCertain, alarm }) => isAlarmCertain && alarm.ts > 0)
  const wrong = certain.filter(({ device, alarm }) => raised.has(device.id) !== (alarm.value === 1)).length
  return {
    what: `${certain.length} devices whose last word on their alarm was acknowledged: ${wrong} shown otherwise`,
    holds: wrong === 0 && certain.length > 0,
  }
}

async function judgePresence(db: pg.Pool, members: readonly Member[]): Promise<Finding> {
  const { rows } = await db.query<{ id: number }>('select id from devices where is_online = 1')
  const online = new Set(rows.map(({ id }) => id))
  const wrong = members.filter(({ client, device }) => client.connected !== online.has(device.id)).length
  return { what: `${members.length} devices: ${wrong} shown online or offline wrongly`, holds: wrong === 0 }
}
