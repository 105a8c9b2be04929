import type pg from 'pg'
import type { Tick } from '../../platform/jobs/ticking.ts'

/** How long each grain of telemetry is kept. */
export const RETENTION_DAYS = { raw: 90, minutes: 400, hours: 1_825 }

const DAYS_AHEAD = 7
const MINUTE_MS = 60_000
/** Messages are stored within this after they arrived, or named again for the roll-up. */
const SETTLE_SECONDS = 60

export const telemetryJobs: readonly Tick[] = [
  { name: 'telemetry partitions', everyMs: 60 * MINUTE_MS, run: makeTelemetryPartitions },
  { name: 'telemetry retention', everyMs: 60 * MINUTE_MS, run: dropOld },
  { name: 'telemetry roll-up', everyMs: MINUTE_MS, run: rollUp },
]

const TABLES = [
  ['telemetry', 'day', RETENTION_DAYS.raw],
  ['telemetry_minutes', 'month', RETENTION_DAYS.raw],
  ['telemetry_hours', 'month', RETENTION_DAYS.raw],
] as const

/** Places for everything that may still arrive: as old as the retention of raw data allows, and a week ahead. */
export async function makeTelemetryPartitions(db: pg.Pool): Promise<void> {
  for (const [table, step, days] of TABLES)
    await db.query(
      `select ensure_partitions($1, $2, now() - make_interval(days => $3), now() + make_interval(days => $4))`,
      [table, step, days + 1, DAYS_AHEAD],
    )
}

async function dropOld(db: pg.Pool): Promise<void> {
  const kept = [
    ['telemetry', 'day', RETENTION_DAYS.raw + 2],
    ['telemetry_minutes', 'month', RETENTION_DAYS.minutes],
    ['telemetry_hours', 'month', RETENTION_DAYS.hours],
  ] as const
  for (const [table, step, days] of kept)
    await db.query('select drop_partitions($1, $2, now() - make_interval(days => $3))', [table, step, days])
  // The newest stays: it says where a battery is that has been there for long.
  await db.query(
    `delete from battery_places old where at < now() - make_interval(days => $1)
     and exists (select from battery_places newer where newer.device_id = old.device_id and newer.at > old.at)`,
    [RETENTION_DAYS.minutes],
  )
}

/** Fewer than two days ahead, and a new day would find no place: telemetry would have to wait. */
export async function daysAhead(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    `select count(*) as days from pg_inherits
     where inhparent = 'telemetry'::regclass and right(inhrelid::regclass::text, 8) > to_char(now() at time zone 'UTC', 'YYYYMMDD')`,
  )
  return rows[0]?.days ?? 0
}

/** Rolls up what arrived since the last time, and what was stored long after it had arrived. One process at a time. */
export async function rollUp(db: pg.Pool): Promise<void> {
  const client = await db.connect()
  const onError = () => undefined
  // A connection that breaks fails its statement, too; unheard, it would end the process.
  client.on('error', onError)
  try {
    await client.query('begin')
    await client.query(
      `insert into roll_up_progress (name, seen_until) values ('telemetry', now() - interval '1 hour') on conflict do nothing`,
    )
    const { rows } = await client.query<{ since: string; until: string }>(
      `select seen_until as since, least(now() - make_interval(secs => $1), seen_until + interval '1 hour') as until
       from roll_up_progress where name = 'telemetry' for update skip locked`,
      [SETTLE_SECONDS],
    )
    const again = await client.query<{ since: string; until: string }>(
      'delete from roll_up_again where id in (select id from roll_up_again order by id limit 20) returning since, until',
    )
    const stretches = rows.filter(({ since, until }) => since < until)
    if (rows.length)
      for (const { since, until } of [...again.rows, ...stretches]) await rollUpArrivals(client, since, until)
    const until = stretches[0]?.until
    if (until)
      await client.query(`update roll_up_progress set seen_until = $1 where name = 'telemetry'`, [until])
    await client.query(rows.length ? 'commit' : 'rollback')
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release()
  }
}

async function rollUpArrivals(client: pg.PoolClient, since: string, until: string): Promise<void> {
  await client.query(`select roll_up_telemetry($1, $2::timestamptz + interval '1 millisecond')`, [
    since,
    until,
  ])
  await client.query('delete from touched_minutes')
}
