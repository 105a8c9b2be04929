import type { CommandReason } from '@wattkeeper/contracts/api/commands'
import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

export interface SocketRow {
  readonly id: string
  readonly userId: number
  readonly openedAt: string
  readonly heardAt: string
  readonly pongedAt: string | null
  readonly roundTripMs: number | null
  readonly seenAt: string
  readonly deviceIds: readonly number[]
}

/** Tells every process how the socket is; link monitoring reads it. */
export async function saveSocket(db: SystemDb, row: SocketRow): Promise<void> {
  const { id, userId, openedAt, heardAt, pongedAt, roundTripMs, seenAt, deviceIds } = row
  await sql`
    insert into app_sockets (id, user_id, opened_at, heard_at, ponged_at, round_trip_ms, seen_at, device_ids)
    values (${id}, ${userId}, ${openedAt}, ${heardAt}, ${pongedAt}, ${roundTripMs}, ${seenAt}, ${deviceIds}::bigint[])
    on conflict (id) do update set heard_at = excluded.heard_at, ponged_at = excluded.ponged_at,
      round_trip_ms = excluded.round_trip_ms, seen_at = excluded.seen_at, device_ids = excluded.device_ids`.execute(
    db,
  )
}

export async function deleteSocket(db: SystemDb, id: string): Promise<void> {
  await db.deleteFrom('appSockets').where('id', '=', id).execute()
}

/** Sockets of a user that somebody told of lately; what a dead om left behind is swept away. */
export async function countSockets(db: SystemDb, userId: number, since: string): Promise<number> {
  await db.deleteFrom('appSockets').where('userId', '=', userId).where('seenAt', '<', since).execute()
  const { n } = await db
    .selectFrom('appSockets')
    .select((each) => each.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

export async function seenDevices(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DeviceState {
  equipId: number
  code: string
  isOnline: 0 | 1
  alarms: { zh: string; en: string; level: number | null; at: string }[]
}

const mostAlarms = 50

export async function deviceStates(db: Db, ids: readonly number[], alarms: boolean): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    select id as equip_id, code, is_online, case when ${alarms} then (
      select coalesce(jsonb_agg(jsonb_build_object('zh', coalesce(fault.name, signal.name, semaphore_code),
        'en', coalesce(fault.name_en, fault.name, signal.name_en, signal.name, semaphore_code),
        'level', open.alarm_level, 'at', occurred_at) order by open.alarm_level nulls last, occurred_at desc), '[]')
      from (select * from alarms where device_id = devices.id order by occurred_at desc limit ${mostAlarms}) open
      left join dictionary signal on signal.type = 'ALARM' and signal.code = semaphore_code
      left join faults fault on fault.equip_classify = open.equip_type_id and fault.alarm_code = semaphore_code
        and (fault.bit_position = open.bit_position or (open.bit_position is null and fault.value = open.value))
    ) else '[]' end as alarms
    from devices where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

export async function commandOutcome(db: Db, id: number) {
  const { rows } = await sql<{
    state: 'waiting' | 'sent' | 'delivered' | 'proving' | 'done'
    result: 1 | 0 | 9 | -1 | null
    reason: CommandReason | null
    message: string | null
  }>`
    select case when state = 'sent' and delivered_at is not null then 'delivered' else state end as state,
      result, reason, message
    from commands where id = ${id}`.execute(db)
  return rows[0]
}
