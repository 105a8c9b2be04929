import type pg from 'pg'
import { inTransaction, rowsOf } from './plant.ts'

const months = 6

/**
 * What devices have beside their rows: one in ten is online, one in a hundred in debugging, each has an address. Devices
 * of an instance that nobody knows are declared offline at the next tick, so these are held by the one that runs. By
 * hash, because owners and models follow the number of a device. Locked in the order in which report takes them.
 */
export async function plantTraits(db: pg.Pool): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('set local session_replication_role = replica')
    await client.query('select from devices order by id for update')
    await client.query(
      `update devices set is_online = (abs(hashint8(id)) % 10 = 0)::int, last_online_at = now(),
         session_instance = (select id from report_instances order by lease_until desc limit 1), status = case when id % 100 = 3 then 3 else 1 end,
         address = (select name from regions where code = region_code) || '人民路' || id % 1000 || '号'`,
    )
  })
  await db.query('vacuum analyze devices')
}

/** Half a year of events up to now: of alarms that came and went, and one in fifty in a device's own words. */
export async function plantEvents(db: pg.Pool, rows: number): Promise<void> {
  const aMonth = Math.ceil(rows / months)
  const ago = Array.from({ length: months }, (_, at) => at)
  const next = async () => {
    for (let month = ago.pop(); month !== undefined; month = ago.pop()) await plantMonth(db, month, aMonth)
  }
  await Promise.all([next(), next()])
  await db.query(`select setval(pg_get_serial_sequence('events', 'id'), (select max(id) from events))`)
  await db.query('vacuum analyze events')
}

async function plantMonth(db: pg.Pool, ago: number, rows: number): Promise<void> {
  const [span] = await rowsOf<{ part: string; since: string; until: string; last: string }>(
    db,
    `select 'events_' || to_char(since, 'YYYYMM') as part, since::text || 'Z' as since, (since + interval '1 month')::text || 'Z' as until,
       least(since + interval '1 month', now() at time zone 'UTC')::text || 'Z' as last
     from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1) as since) month`,
    [ago],
  )
  if (!span) return
  const { part, since, until, last } = span
  await db.query(`drop table if exists ${part}`)
  await inTransaction(db, async (client) => {
    // Made in the same transaction, the rows need no log.
    await client.query(
      `create table ${part} (like events including defaults including constraints including generated)`,
    )
    await client.query(
      `insert into ${part} (id, device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
         kind, semaphore_code, value, bit_position, flag, content, occurred_at)
       select $1::bigint * $2 + i, d.id, d.code, d.organization_id, d.operator_id, d.equip_type_id, d.equip_model_id, d.region_path,
         case when is_own then 'device' else 'alarm' end, case when is_own then 'restart' else signal.code end,
         case when is_own then 0 else 1 << (dice % 5) end, case when not is_own then dice % 5 end, i % 2 = 0,
         case when is_own then '重启完成，耗时 ' || dice % 100 || ' 秒' end, at
       from generate_series(1, $2::integer) i
       cross join lateral (select abs(hashint4(i)) / 1000 as dice, abs(hashint4(i)) % 50 = 0 as is_own) chance
       cross join lateral (select date_trunc('milliseconds',
         $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (i::double precision / ($2 + 1))) as at) instant
       join (select *, row_number() over (order by id) - 1 as place from devices) d
         on d.place = (i::bigint * 7919) % (select count(*) from devices)
       join (select code, row_number() over (order by code) - 1 as place from dictionary where type = 'ALARM') signal
         on signal.place = (dice / 5) % (select count(*) from dictionary where type = 'ALARM')`,
      [ago, rows, since, last],
    )
  })
  await db.query(`alter table events attach partition ${part} for values from ('${since}') to ('${until}')`)
  await db.query(`revoke all on ${part} from wk_app, wk_staff`)
}
