import { sql } from 'kysely'
import type { CommandRow, DeviceParam, OnlineStatus } from '@wattkeeper/contracts/api/commands'
import type { Db, SystemDb } from '../../context.ts'
import { type Window, mostCounted } from '../../platform/http/paging.ts'

/** What the rules about commands ask of a device. */
export async function findTarget(db: Db, id: number) {
  return db
    .selectFrom('devices')
    .select(['id', 'equipTypeId', 'equipModelId', 'isOnline'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The caller sees the device, or what was asked of it before it was deleted. */
export async function seesCommandsOf(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from devices where id = ${deviceId})
      or exists (select from commands where device_id = ${deviceId})`.execute(db)
  return rows.length > 0
}

export async function commandPage(db: Db, deviceId: number, window: Window): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select id, device_id as "equipId", code as "commandCode", kind, signals, origin, source as "operationSource",
      greatest(attempts - 1, 0) as "retryCount",
      case when state = 'sent' and delivered_at is not null then 'delivered' else state end as state,
      result, reason, message, sent_at as "sendTime", delivered_at as "deliveredTime", back_at as "backTime",
      finished_at as "finishTime", expires_at as "expireTime", created_at as "createTime",
      created_by_name as "createBy", body::text as "commandMsg",
      coalesce((select jsonb_agg(jsonb_build_object('number', number, 'source', source, 'sendTime', ${utc('sent_at')},
          'deliveredTime', ${utc('delivered_at')}, 'backTime', ${utc('back_at')}, 'result', result, 'message', message)
          order by number) from command_attempts where command_id = commands.id), '[]') as attempts
    from commands where device_id = ${deviceId}
    order by id desc limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

const utc = (column: string) =>
  sql`to_char(${sql.ref(`command_attempts.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export async function countCommands(db: Db, deviceId: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from commands where device_id = ${deviceId} limit ${mostCounted + 1}) as found`.execute(db)
  return rows[0]?.counted ?? 0
}

type Upload = OnlineStatus['uploads'][number]

/** Somebody still watches: fast reports go on. Answers them. */
export async function pollFastReports(
  db: Db,
  deviceId: number,
  { now, lapseMs }: { readonly now: string; readonly lapseMs: number },
): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    with polled as (
      update fast_reports set polled_at = ${now} where device_id = ${deviceId} returning board, command_id, polled_at
    )
    select nullif(board, '') as board, command_id, result,
      polled_at + ${lapseMs} * interval '1 millisecond' as lapse_time
    from polled left join commands on commands.id = command_id order by board`.execute(db)
  return rows
}

export interface FastReport {
  readonly deviceId: number
  /** Empty: all boards. */
  readonly board: string
  readonly commandId: number
  readonly now: string
}

export async function startFastReport(
  db: Db,
  { deviceId, board, commandId, now }: FastReport,
): Promise<void> {
  const row = { deviceId, board, commandId, polledAt: now }
  await db
    .insertInto('fastReports')
    .values(row)
    .onConflict((known) => known.columns(['deviceId', 'board']).doUpdateSet(row))
    .execute()
}

/** All boards end with the empty one. */
export async function stopFastReports(db: Db, deviceId: number, board: string): Promise<void> {
  await db
    .deleteFrom('fastReports')
    .where('deviceId', '=', deviceId)
    .$if(board !== '', (query) => query.where('board', '=', board))
    .execute()
}

/** Takes the fast reports that nobody has asked about since; whoever takes them ends them. */
export async function takeLapsed(db: Db, since: string): Promise<{ deviceId: number; board: string }[]> {
  const { rows } = await sql<{ deviceId: number; board: string }>`
    delete from fast_reports where (device_id, board) in (
      select device_id, board from fast_reports where polled_at < ${since}
      order by device_id, board limit 200 for update skip locked)
    returning device_id, board`.execute(db)
  return rows
}

export interface ParamEntry {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  /** How the dictionary describes its values; null for one that people added. */
  readonly extra: unknown
}

export async function paramEntries(db: Db, codes?: readonly string[]): Promise<ParamEntry[]> {
  return db
    .selectFrom('dictionary')
    .select(['code', 'name', 'nameEn', 'extra'])
    .where('type', '=', 'PARAM')
    .$if(codes !== undefined, (query) => query.where('code', 'in', codes ?? []))
    .orderBy('code')
    .execute()
}

type Reported = Pick<DeviceParam, 'id' | 'pending'> & { value: string | null; reportTime: string | null }

/** What the device reported, and what is on its way to it. */
export async function reportedParams(db: Db, deviceId: number): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    with pending as (
      select distinct on (wanted.id) wanted.id, wanted.value, commands.id as command_id
      from commands cross join lateral jsonb_to_recordset(body -> 'paramList') as wanted (id text, value text)
      where device_id = ${deviceId} and kind = 'param' and state <> 'done'
      order by wanted.id, commands.id desc
    ), known as (select param_id, value, reported_at from device_params where device_id = ${deviceId})
    select coalesce(pending.id, known.param_id) as id, known.value, known.reported_at as "reportTime",
      case when pending.id is not null then jsonb_build_object('commandId', command_id, 'value', pending.value) end as pending
    from pending full join known on known.param_id = pending.id`.execute(db)
  return rows
}

/** Forgets commands that ended before an instant, in portions. Answers how many. */
export async function forgetCommands(db: SystemDb, before: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from commands where id in (
      select id from commands where state = 'done' and finished_at < ${before} order by finished_at limit 5000)
    returning id`.execute(db)
  return rows.length
}
