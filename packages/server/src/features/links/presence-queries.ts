import type pg from 'pg'

export interface Credential {
  id: number
  code: string
  hash: Buffer
  salt: Buffer
  /** Business status: 2 not delivered. */
  status: number
}

export async function findCredentials(db: pg.Pool, codes: string[]): Promise<Credential[]> {
  const { rows } = await db.query<Credential>({
    name: 'credentials by code',
    text: 'select id, code, secret_hash as hash, secret_salt as salt, status from devices where code = any($1)',
    values: [codes],
  })
  return rows
}

export async function credentialsOf(db: pg.Pool, ids: number[]): Promise<Credential[]> {
  const { rows } = await db.query<Credential>(
    'select id, code, secret_hash as hash, secret_salt as salt, status from devices where id = any($1::bigint[])',
    [ids],
  )
  return rows
}

/** Records new sessions, each with the next epoch; only devices that were offline leave a row in the history. */
export async function recordArrivals(
  db: pg.Pool,
  instance: string,
  ids: number[],
): Promise<{ id: number; epoch: number }[]> {
  const { rows } = await db.query<{ id: number; epoch: number }>({
    name: 'arrivals',
    text: `with was as materialized (
        select id, is_online from devices where id = any($2::bigint[]) order by id for update
      ), wanted as materialized (
        select id, nextval('session_epochs') as epoch from was
      ), history as (
        insert into online_history (device_id, at, is_online, reason)
        select id, now(), 1, 'connected' from was where is_online = 0
      )
      update devices set is_online = 1, last_online_at = now(), session_epoch = epoch, session_instance = $1, silent_since = null
      from wanted where devices.id = wanted.id
      returning devices.id, epoch`,
    values: [instance, ids],
  })
  return rows
}

/** The first connection of a device that was not delivered yet activates it. */
export async function activate(db: pg.Pool, ids: number[]): Promise<void> {
  await db.query({
    name: 'activate',
    text: 'update devices set status = 1 where id = any($1::bigint[]) and status = 2',
    values: [ids],
  })
}

export interface Departure {
  id: number
  epoch: number
  at: number
}

/** Sets devices offline whose newest session this was; answers them. */
export async function recordDepartures(
  db: pg.Pool,
  departures: readonly Departure[],
  reason: string,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'departures',
    text: `with gone as (
        select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as gone (id, epoch, at)
      ), was as materialized (
        select devices.id, gone.at from devices join gone on gone.id = devices.id and gone.epoch = devices.session_epoch
        where is_online = 1 order by devices.id for update of devices
      ), history as (
        insert into online_history (device_id, at, is_online, reason) select id, at, 0, $4 from was
      )
      update devices set is_online = 0, last_offline_at = was.at, silent_since = null from was where devices.id = was.id
      returning devices.id`,
    values: [
      departures.map(({ id }) => id),
      departures.map(({ epoch }) => epoch),
      departures.map(({ at }) => new Date(at).toISOString()),
      reason,
    ],
  })
  return rows.map(({ id }) => id)
}

/** Renews the lease; true when the instance was unknown, so that others may have declared its devices offline. */
export async function renewLease(db: pg.Pool, instance: string, seconds: number): Promise<boolean> {
  const { rows } = await db.query<{ fresh: boolean }>(
    `insert into report_instances (id, lease_until) values ($1, now() + make_interval(secs => $2))
     on conflict (id) do update set lease_until = excluded.lease_until returning xmax = 0 as fresh`,
    [instance, seconds],
  )
  return rows[0]?.fresh === true
}

export async function dropLease(db: pg.Pool, instance: string): Promise<void> {
  await db.query('delete from report_instances where id = $1', [instance])
}

/** Sessions that this instance holds are online, whatever was declared while it could not speak. */
export async function reviveSessions(
  db: pg.Pool,
  instance: string,
  sessions: readonly Pick<Departure, 'id' | 'epoch'>[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with held as (
       select devices.id from devices join unnest($2::bigint[], $3::bigint[]) as held (id, epoch)
         on held.id = devices.id and held.epoch = devices.session_epoch
       where is_online = 0 order by devices.id for update of devices
     ), history as (
       insert into online_history (device_id, at, is_online, reason) select id, now(), 1, 'instanceBack' from held
     )
     update devices set is_online = 1, last_online_at = now(), session_instance = $1 from held where devices.id = held.id
     returning devices.id`,
    [instance, sessions.map(({ id }) => id), sessions.map(({ epoch }) => epoch)],
  )
  return rows.map(({ id }) => id)
}

/** Devices that the database believes connected to an instance whose lease ran out long enough ago, set offline. */
export async function forgetDeadInstances(db: pg.Pool, graceSeconds: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with dead as (
       delete from report_instances where lease_until < now() - make_interval(secs => $1) returning id
     ), was as materialized (
       select devices.id from devices where is_online = 1
         and (session_instance in (select id from dead)
           or not exists (select from report_instances where report_instances.id = session_instance))
       order by devices.id for update
     ), history as (
       insert into online_history (device_id, at, is_online, reason) select id, now(), 0, 'instanceLost' from was
     )
     update devices set is_online = 0, last_offline_at = now(), silent_since = null from was where devices.id = was.id
     returning devices.id`,
    [graceSeconds],
  )
  return rows.map(({ id }) => id)
}

/** Connected devices that fell silent, and those that spoke again. */
export async function markSilence(db: pg.Pool, silentSeconds: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with heard as materialized (
       select id, silent_since is not null as was_silent, greatest(last_online_at, (
         select max(received_at) from latest_values where device_id = devices.id)) < now() - make_interval(secs => $1) as is_silent
       from devices where is_online = 1
     ), changed as (
       select devices.id, is_silent from devices join heard using (id) where is_silent <> was_silent order by devices.id for update of devices
     )
     update devices set silent_since = case when is_silent then now() end from changed where devices.id = changed.id
     returning devices.id`,
    [silentSeconds],
  )
  return rows.map(({ id }) => id)
}
