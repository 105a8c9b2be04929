import type pg from 'pg'

export interface Known {
  readonly id: number
  readonly code: string
  readonly epoch: number
  readonly hash: Buffer
  /** Business status: 2 not delivered. */
  readonly status: number
  /** Online, and its session belongs to a process that lives. */
  readonly isHeld: boolean
}

const lives = `exists (select from report_instances where report_instances.id = session_instance and lease_until > now())`

export async function findDevices(db: pg.Pool, codes: readonly string[]): Promise<Known[]> {
  const { rows } = await db.query<Known>({
    name: 'devices by code',
    text: `select id, code, session_epoch as epoch, secret_hash as hash, status, is_online = 1 and ${lives} as "isHeld"
      from devices where code = any($1)`,
    values: [codes],
  })
  return rows
}

/** Of these, the ones whose newest session this instance holds. */
export async function findHeld(
  db: pg.Pool,
  instance: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ id: number; epoch: number }>(
    `select id, session_epoch as epoch from devices
     where id = any($2::bigint[]) and is_online = 1 and session_instance = $1`,
    [instance, ids],
  )
  return new Map(rows.map(({ id, epoch }) => [id, epoch]))
}

export async function nameSession(db: pg.Pool, code: string, session: string | null): Promise<void> {
  await db.query('update devices set broker_session = $2 where code = $1', [code, session])
}

/** The connection that is known of the device; nothing for a device that there is not. */
export async function sessionOf(db: pg.Pool, code: string): Promise<{ session: string | null } | undefined> {
  const { rows } = await db.query<{ session: string | null }>(
    'select broker_session as session from devices where code = $1',
    [code],
  )
  return rows[0]
}

/** Answers the device if this took it offline: see end_broker_session. */
export async function endSession(db: pg.Pool, code: string, session: string | null): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>('select id from end_broker_session($1, $2) as id', [
    code,
    session,
  ])
  return rows.map(({ id }) => id)
}

/** Where no broker tells of departures, long silence does. */
export async function endSilent(db: pg.Pool, silentSeconds: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with was as materialized (
       select id, silent_since from devices where is_online = 1 and silent_since < now() - make_interval(secs => $1)
       order by id for update skip locked
     ), history as (
       insert into online_history (device_id, at, is_online, reason) select id, now(), 0, 'silent' from was
     )
     update devices set is_online = 0, last_offline_at = now(), silent_since = null, broker_session = null
     from was where devices.id = was.id returning devices.id`,
    [silentSeconds],
  )
  return rows.map(({ id }) => id)
}

/** Takes over the sessions of processes that died: the devices never noticed. */
export async function adoptOrphans(
  db: pg.Pool,
  instance: string,
  atMost: number,
): Promise<Omit<Known, 'status' | 'isHeld'>[]> {
  const { rows } = await db.query<Omit<Known, 'status' | 'isHeld'>>(
    `with orphans as materialized (
       select id from devices where is_online = 1 and not ${lives} order by id limit $2 for update skip locked
     )
     update devices set session_instance = $1, session_epoch = nextval('session_epochs')
     from orphans where devices.id = orphans.id returning devices.id, code, session_epoch as epoch, secret_hash as hash`,
    [instance, atMost],
  )
  return rows
}

/** All that this instance speaks for, as the rows have it. */
export async function allHeld(db: pg.Pool, instance: string): Promise<Omit<Known, 'status' | 'isHeld'>[]> {
  const { rows } = await db.query<Omit<Known, 'status' | 'isHeld'>>(
    `select id, code, session_epoch as epoch, secret_hash as hash from devices
     where is_online = 1 and session_instance = $1`,
    [instance],
  )
  return rows
}

export async function forgetDead(db: pg.Pool): Promise<void> {
  await db.query(`delete from report_instances where lease_until < now() - interval '1 hour'`)
}
