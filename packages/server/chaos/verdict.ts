import pg from 'pg'
import { typeParsers } from '../src/platform/database/database.ts'
import type { Member } from './crowd.ts'

/** One sentence and whether it holds. */
export interface Finding {
  readonly what: string
  readonly holds: boolean
}

/** What was killed or restarted, and when: ms. */
export interface Death {
  readonly name: string
  readonly at: number
}

const FINAL_WITHIN_MS = 240_000

/** Looks at the rows when all is calm. */
export async function judge(
  databaseUrl: string,
  members: readonly Member[],
  deaths: readonly Death[],
): Promise<readonly Finding[]> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2, types: typeParsers })
  try {
    return [
      await judgeCommands(db, members),
      await judgeReadings(db, members, deaths),
      await judgeAlarms(db, members),
      await judgePresence(db, members),
    ]
  } finally {
    await db.end()
  }
}

async function judgeReadings(
  db: pg.Pool,
  members: readonly Member[],
  deaths: readonly Death[],
): Promise<Finding> {
  const said = members.flatMap(({ device, acknowledged }) =>
    acknowledged.map((ts) => [device.id, ts] as const),
  )
  const { rows } = await db.query<{ ts: number; stored: number }>(
    `with said as (select * from unnest($1::bigint[], $2::float8[]) as said (device_id, ts))
     select said.ts, count(telemetry.device_id)::int as stored from said
     left join telemetry on telemetry.device_id = said.device_id and telemetry.ts = to_timestamp(said.ts / 1000.0)
     group by said.device_id, said.ts having count(telemetry.device_id) <> 1 order by said.ts`,
    [said.map(([id]) => id), said.map(([, ts]) => ts)],
  )
  const missing = rows.filter(({ stored }) => stored === 0)
  return {
    what: `${said.length.toLocaleString('en')} readings acknowledged: ${missing.length} not stored${around(missing, deaths)}, ${rows.length - missing.length} stored twice`,
    holds: rows.length === 0 && said.length > 0,
  }
}

/** Where to look for what is missing: after which death, or in the second before it. */
function around(missing: readonly { readonly ts: number }[], deaths: readonly Death[]): string {
  const places = Map.groupBy(missing, ({ ts }) => deaths.findLast(({ at }) => at < ts + 1_000))
  const texts = [...places].map(([death, rows]) => {
    const seconds = rows.map(({ ts }) => ((ts - (death?.at ?? 0)) / 1_000).toFixed(1))
    return death
      ? `${rows.length} from ${seconds[0] ?? ''} to ${seconds.at(-1) ?? ''} s after ${death.name}`
      : `${rows.length} before any death`
  })
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`
}

async function judgeCommands(db: pg.Pool, members: readonly Member[]): Promise<Finding> {
  const deadline = Date.now() + FINAL_WITHIN_MS
  const open = async () =>
    (await db.query<{ n: number }>(`select count(*)::int as n from commands where state <> 'done'`)).rows[0]
      ?.n ?? 0
  while ((await open()) > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  const { rows } = await db.query<Ended>('select code, state, result, reason from commands')
  const acted = new Set(members.flatMap((member) => [...member.acted.keys()]))
  const [confirmed, others] = [
    rows.filter(({ result }) => result === 1),
    rows.filter(({ result }) => result !== 1),
  ]
  const unheard = confirmed.filter(({ code }) => !acted.has(code)).length
  const left = rows.filter(({ state }) => state !== 'done').length
  const ends = Map.groupBy(others, ({ state, reason }) => reason ?? state)
  const said = [...ends].map(([end, all]) => `${all.length} ${end}`).join(', ')
  return {
    what: `${rows.length} commands: ${confirmed.length} confirmed, ${said || 'no other end'}; ${left} without an end, ${unheard} said to be confirmed that no device acted on${left > 0 ? await openOnes(db) : ''}`,
    holds: left === 0 && unheard === 0 && rows.length > 0,
  }
}

interface Ended {
  readonly code: string
  readonly state: string
  readonly result: number | null
  readonly reason: string | null
}

/** How those without an end stand, for whoever has to find out why. */
async function openOnes(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<{ told: object }>(
    `select to_jsonb(commands) || jsonb_build_object('online', is_online, 'epoch', devices.session_epoch, 'now', now()) as told
     from commands left join devices on devices.id = device_id where state <> 'done' limit 5`,
  )
  return ` (${rows.map(({ told }) => JSON.stringify(told)).join(', ')})`
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
