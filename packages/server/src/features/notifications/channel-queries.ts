import type { Channel, ChannelKind, NewChannel } from '@wattkeeper/contracts/api/notifications'
import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Window } from '../../platform/http/paging.ts'
import { mostCounted } from '../../platform/http/paging.ts'
import type { Body, Kind } from './wording.ts'

export async function channelsOf(db: Db, userId: number): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select channel.id, channel.kind, name, channel.target, version, last.state as last_state,
      coalesce(last.finished_at, last.created_at) as last_time
    from notification_channels channel
    left join lateral (
      select state, finished_at, created_at from notifications
      where user_id = ${userId} and channel_id = channel.id order by created_at desc, id desc limit 1
    ) last on true
    where user_id = ${userId} order by channel.id`.execute(db)
  return rows
}

export async function findChannel(db: Db, userId: number, id: number) {
  return db
    .selectFrom('notificationChannels')
    .select(['id', 'kind', 'name', 'target', 'version'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

interface Owner {
  readonly userId: number
  readonly organizationId: number
}

export async function insertChannel(
  db: Db,
  { userId, organizationId }: Owner,
  { kind, name, target }: NewChannel,
): Promise<number> {
  const { id } = await db
    .insertInto('notificationChannels')
    .values({ userId, organizationId, kind, name, target })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateChannel(
  db: Db,
  userId: number,
  channel: { id: number; version?: number; name: string; target: string },
): Promise<boolean> {
  const { id, version, name, target } = channel
  const { numUpdatedRows } = await db
    .updateTable('notificationChannels')
    .set({ name, target })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rules that named it name it no more. */
export async function deleteChannel(db: Db, userId: number, id: number): Promise<boolean> {
  await sql`update notification_rules set channel_ids = array_remove(channel_ids, ${id}::bigint)
    where user_id = ${userId} and ${id}::bigint = any(channel_ids)`.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('notificationChannels')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertSecret(db: Db, channelId: number, secret: string): Promise<void> {
  await db.insertInto('notificationSecrets').values({ channelId, secret }).execute()
}

/** No scope reaches secrets: past it, after the channel was found within it. */
export async function replaceSecret(db: SystemDb, channelId: number, secret: string): Promise<void> {
  await db.updateTable('notificationSecrets').set({ secret }).where('channelId', '=', channelId).execute()
}

export interface DeliveryRow {
  id: number
  kind: Kind
  level: number | null
  body: Body
  createTime: string
  channelKind: ChannelKind
  channelName: string
  target: string
  state: 'waiting' | 'sent' | 'failed'
  nextTryTime: string | null
  finishTime: string | null
  reason: string | null
}

interface LogFilter {
  readonly userId: number
  readonly channelKind?: string | undefined
  readonly state?: string | undefined
}

const logged = ({ userId, channelKind, state }: LogFilter) => sql`
  from notifications where user_id = ${userId} and channel_id <> 0
    ${channelKind === undefined ? sql`` : sql`and channel_kind = ${channelKind}`}
    ${state === undefined ? sql`` : sql`and state = ${state}`}`

export async function logPage(db: Db, filter: LogFilter, { limit, offset }: Window): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select id, kind, alarm_level as level, body, created_at as create_time, channel_kind, channel_name, target, state,
      next_try_at as next_try_time, finished_at as finish_time, reason
    ${logged(filter)} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (select ${logged(filter)} limit ${mostCounted + 1}) each`.execute(db)
  return rows[0]?.counted ?? 0
}

export interface AttemptRow {
  notificationId: number
  number: number
  at: string
  isSuccess: boolean
  tookMs: number
  reason: string | null
}

export async function attemptsOf(db: SystemDb, ids: readonly number[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select notification_id, number, at, is_success, took_ms, reason from notification_attempts
    where notification_id = any(${ids}::bigint[]) order by notification_id, number`.execute(db)
  return rows
}
