import type pg from 'pg'
import type { ChangedCommand } from './queue.ts'

/** A device that listens, by the session that does. */
export interface Lane {
  readonly deviceId: number
  readonly epoch: number
}

/** One sending of a command: already written down, and not yet with the device. */
export interface Order {
  readonly id: number
  readonly code: string
  readonly deviceId: number
  readonly body: object
  /** Milliseconds since 1970. */
  readonly expires: number
  readonly attempt: number
}

/** A command that crashes its device each time must come to an end. */
const MOST_ATTEMPTS = 10

const ids = (lanes: readonly Lane[]) => lanes.map(({ deviceId }) => deviceId)
const epochs = (lanes: readonly Lane[]) => lanes.map(({ epoch }) => epoch)

/** In flight with a session that is over: back to the lane, to go out with the next. */
const backToLane = (now: string) => `
  update commands set deadline_at = null, session_epoch = null,
    state = case when attempts < ${MOST_ATTEMPTS} then 'waiting' else 'done' end,
    result = case when attempts < ${MOST_ATTEMPTS} then 9 else 0 end,
    reason = case when attempts < ${MOST_ATTEMPTS} then null else 'noAnswer' end,
    finished_at = case when attempts < ${MOST_ATTEMPTS} then null else ${now}::timestamptz end`

/** Sessions that ended: what they had in flight waits again. */
export async function releaseLanes(
  db: pg.Pool,
  lanes: readonly Lane[],
  now: string,
): Promise<ChangedCommand[]> {
  const { rows } = await db.query<ChangedCommand>({
    name: 'release lanes',
    text: `${backToLane('$3')} from unnest($1::bigint[], $2::bigint[]) as gone (device_id, epoch)
      where commands.device_id = gone.device_id and session_epoch = gone.epoch and state = 'sent'
      returning id, commands.device_id as "deviceId"`,
    values: [ids(lanes), epochs(lanes), now],
  })
  return rows
}

/**
 * Devices that have come back. What an older session had in flight waits again; what waited for the device says how it
 * will go out; a reading back that had no time is given it.
 */
export async function welcomeLanes(
  db: pg.Pool,
  lanes: readonly Lane[],
  { now, deadline }: { readonly now: string; readonly deadline: string },
): Promise<void> {
  const values = [ids(lanes), epochs(lanes), now]
  const lane = `unnest($1::bigint[], $2::bigint[]) as lane (device_id, epoch)`
  await db.query({
    name: 'take back',
    text: `${backToLane('$3')} from ${lane}
      where commands.device_id = lane.device_id and session_epoch <> lane.epoch and state = 'sent'`,
    values,
  })
  await db.query({
    name: 'read back anew',
    text: `update commands set deadline_at = $3, session_epoch = lane.epoch from ${lane}
      where commands.device_id = lane.device_id and session_epoch <> lane.epoch and state = 'proving'`,
    values: [ids(lanes), epochs(lanes), deadline],
  })
  await db.query({
    name: 'outlets',
    text: `with waiting as (
        select id, count(*) over (partition by device_id) as n from commands
        where device_id = any($1::bigint[]) and state = 'waiting' and result = 9
      )
      update commands set result = null, outlet = case when n > 1 then 'queue' else 'reconnect' end
      from waiting where commands.id = waiting.id and commands.state = 'waiting'`,
    values: [ids(lanes)],
  })
}

/** The next command of each lane in which none is in flight: written down as sent, before it is. */
export async function claimOrders(
  db: pg.Pool,
  lanes: readonly Lane[],
  { now, deadline }: { readonly now: string; readonly deadline: string },
): Promise<Order[]> {
  const { rows } = await db.query<Order>({
    name: 'claim orders',
    text: `with lane as (
        select * from unnest($1::bigint[], $2::bigint[]) as lane (device_id, epoch)
      ), next as (
        select first.id, lane.epoch,
          coalesce(outlet, case when result = 9 then 'reconnect' when attempts > 0 then 'retry' else origin end) as how
        from lane join devices on devices.id = lane.device_id and devices.session_epoch = lane.epoch
        cross join lateral (
          select id, outlet, result, attempts, origin from commands
          where device_id = lane.device_id and state = 'waiting' and expires_at > $3::timestamptz
          order by id limit 1 for update skip locked
        ) first
        where not exists (
          select from commands busy where busy.device_id = lane.device_id and busy.state in ('sent', 'proving'))
      ), sent as (
        update commands set state = 'sent', result = null, outlet = null, session_epoch = epoch, attempts = attempts + 1,
          deadline_at = $4, read_at = null, delivered_at = null, sent_at = coalesce(sent_at, $3),
          source = case when attempts = 0 then how else source end
        from next where commands.id = next.id
        returning commands.id, code, device_id, body, expires_at, attempts, epoch, how
      ), attempt as (
        insert into command_attempts (command_id, number, source, session_epoch, sent_at)
        select id, attempts, how, epoch, $3 from sent
      )
      select id, code, device_id as "deviceId", body, attempts as attempt,
        (extract(epoch from expires_at) * 1000)::bigint as expires from sent`,
    values: [ids(lanes), epochs(lanes), now, deadline],
  })
  return rows
}

/** Written down, and then there was nobody to hand them to: as if nothing had been said. */
export async function giveBack(db: pg.Pool, orders: readonly Order[]): Promise<void> {
  await db.query(
    `with unsent as (
       select * from unnest($1::bigint[], $2::smallint[]) as unsent (id, number)
     ), held as materialized (
       select commands.id from commands join unsent using (id) order by id for update of commands
     ), gone as (
       delete from command_attempts using unsent join held using (id)
       where command_id = unsent.id and command_attempts.number = unsent.number
     )
     update commands set state = 'waiting', attempts = attempts - 1, deadline_at = null, session_epoch = null,
       sent_at = case when attempts > 1 then sent_at end, source = case when attempts > 1 then source else origin end
     from unsent join held using (id)
     where commands.id = unsent.id and state = 'sent' and attempts = unsent.number`,
    [orders.map(({ id }) => id), orders.map(({ attempt }) => attempt)],
  )
}

export interface Delivery {
  readonly id: number
  readonly attempt: number
  readonly at: string
}

/** The device has acknowledged these messages. */
export async function recordDeliveries(
  db: pg.Pool,
  deliveries: readonly Delivery[],
): Promise<ChangedCommand[]> {
  const { rows } = await db.query<ChangedCommand>({
    name: 'deliveries',
    text: `with told as (
        select * from unnest($1::bigint[], $2::smallint[], $3::timestamptz[]) as told (id, number, at)
      ), held as materialized (
        select commands.id from commands join told using (id) order by id for update of commands
      ), attempt as (
        update command_attempts set delivered_at = at from told join held using (id)
        where command_id = told.id and command_attempts.number = told.number and delivered_at is null
      )
      update commands set delivered_at = at from told join held using (id)
      where commands.id = told.id and attempts = told.number and delivered_at is null
      returning commands.id, device_id as "deviceId"`,
    values: [
      deliveries.map(({ id }) => id),
      deliveries.map(({ attempt }) => attempt),
      deliveries.map(({ at }) => at),
    ],
  })
  return rows
}

/** Those of the devices for which something waits. */
export async function devicesWithWaiting(db: pg.Pool, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'devices with waiting commands',
    text: `select distinct device_id as id from commands where state = 'waiting' and device_id = any($1::bigint[])`,
    values: [deviceIds],
  })
  return rows.map(({ id }) => id)
}
