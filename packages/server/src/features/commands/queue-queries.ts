import { sql } from 'kysely'
import type { OperationSource } from '@wattkeeper/contracts/api/commands'
import type { Db } from '../../context.ts'

export interface CommandValues {
  readonly deviceId: number
  readonly kind: string
  /** The command on the wire, without id and expires. */
  readonly body: object
  readonly signals: readonly string[]
  readonly source: OperationSource
  readonly createdAt: string
  readonly expiresAt: string
  readonly createdBy: number | null
}

/**
 * Writes a command for a device that the caller sees, and ends those that wait for the same and are not needed any
 * more; undefined when there is no such device.
 */
export async function insertCommand(db: Db, command: CommandValues) {
  const { deviceId, kind, body, signals, source, createdAt, expiresAt, createdBy } = command
  const { rows } = await sql<{ id: number; superseded: number[] }>`
    with older as (
      update commands set state = 'done', result = case when attempts = 0 then -1 else 0 end, reason = 'superseded',
        outlet = null, finished_at = ${createdAt}
      where device_id = ${deviceId} and state = 'waiting' and signals <> '{}' and signals <@ ${signals}::text[]
      returning id
    )
    insert into commands (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
      kind, body, signals, origin, source, result, created_at, expires_at, created_by, created_by_name)
    select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
      ${kind}, ${JSON.stringify(body)}::jsonb, ${signals}::text[], ${source}, ${source}, case when is_online = 0 then 9 end,
      ${createdAt}, ${expiresAt}, ${createdBy}, (select user_name from users where id = ${createdBy})
    from devices where id = ${deviceId}
    returning id, array(select id from older) as superseded`.execute(db)
  return rows[0]
}

export interface ManyCommands {
  readonly commands: readonly {
    readonly deviceId: number
    readonly body: object
    readonly signals: readonly string[]
  }[]
  /** What they have in common. */
  readonly head: Omit<CommandValues, 'deviceId' | 'body' | 'signals'>
}

/** As `insertCommand`, for one command each of many devices at once. Answers those that have been written. */
export async function insertCommands(db: Db, { commands, head }: ManyCommands) {
  const { kind, source, createdAt, expiresAt, createdBy } = head
  const { rows } = await sql<{ id: number; deviceId: number; superseded: number[] }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb)
        as wanted ("deviceId" bigint, body jsonb, signals text[])
    ), held as materialized (
      select c.id from commands c join wanted on c.device_id = "deviceId"
      where c.state = 'waiting' and c.signals <> '{}' and c.signals <@ wanted.signals order by c.id for update of c
    ), older as (
      update commands c set state = 'done', result = case when attempts = 0 then -1 else 0 end, reason = 'superseded',
        outlet = null, finished_at = ${createdAt}
      from held where c.id = held.id returning c.id, c.device_id
    ), written as (
      insert into commands (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id,
        region_path, kind, body, signals, origin, source, result, created_at, expires_at, created_by, created_by_name)
      select d.id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
        ${kind}, body, signals, ${source}, ${source}, case when is_online = 0 then 9 end,
        ${createdAt}, ${expiresAt}, ${createdBy}, (select user_name from users where id = ${createdBy})
      from wanted join devices d on d.id = "deviceId" returning id, device_id
    )
    select id, device_id, to_jsonb(array(select older.id from older where older.device_id = written.device_id)) as superseded
    from written`.execute(db)
  return rows
}

/** Ends those of the commands that have not gone out yet; answers which. */
export async function withdrawWaiting(db: Db, ids: readonly number[], now: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select id from commands where id = any(${ids}::bigint[]) and state = 'waiting' order by id for update
    )
    update commands set state = 'done', result = case when attempts = 0 then -1 else 0 end, reason = 'withdrawn',
      outlet = null, finished_at = ${now}
    from held where commands.id = held.id and attempts = 0 returning commands.id`.execute(db)
  return rows.map(({ id }) => id)
}
