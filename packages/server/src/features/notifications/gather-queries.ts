import { type RawBuilder, type Transaction, sql } from 'kysely'
import type { SystemDb } from '../../context.ts'
import type { DB } from '../../tables/index.generated.ts'
import type { Kind } from './wording.ts'

const mostAtOnce = 5_000

/** Whether a device's owner, type and place are among those that a rule names. */
const isMeant = (what: RawBuilder<unknown>) => sql`(
  (rule.organization_ids = '{}' or ${what}.organization_id = any(rule.organization_ids))
  and (rule.equip_type_ids = '{}' or ${what}.equip_type_id = any(rule.equip_type_ids))
  and (rule.region_codes = '{}' or ${what}.region_path && rule.region_codes))`

/**
 * Hands what is due to everybody whose rules ask for it. A device that came back before its departure was due never
 * left. Scopes are not looked at here but when a message is written; a manufacturer's users only get their own.
 */
export async function matchOccurrences(db: SystemDb, now: string): Promise<number> {
  const { rows } = await sql<{ matched: number }>`
    with batch as materialized (
      select * from notification_occurrences where matched_at is null and due_at <= ${now}
      order by due_at, id limit ${mostAtOnce} for update skip locked
    ), asked as (
      select distinct rule.user_id, channel.id as channel_id, batch.id, batch.kind, batch.alarm_level, batch.due_at
      from batch join notification_rules rule on rule.is_enabled and batch.kind = any(rule.kinds)
        and (batch.kind <> 'alarm' or rule.levels = '{}' or batch.alarm_level = any(rule.levels))
        and (${isMeant(sql`batch`)} or batch.rollout_id is not null and exists (
          select from rollout_targets target where target.rollout_id = batch.rollout_id and ${isMeant(sql`target`)}))
      join users on users.id = rule.user_id and users.status = 1
        and users.organization_id in (1, batch.organization_id)
      cross join lateral (
        select 0::bigint as id where rule.in_console
        union select unnest(rule.channel_ids)
      ) channel
      where batch.kind <> 'offline' or not exists (
        select from devices where devices.id = batch.device_id and last_online_at >= batch.at)
    ), items as (
      insert into notification_items (user_id, channel_id, occurrence_id, kind, alarm_level, due_at)
      select user_id, channel_id, id, kind, alarm_level, due_at from asked order by 1, 2, 3
      on conflict do nothing
    ), marked as (
      update notification_occurrences set matched_at = ${now} from batch
      where notification_occurrences.id = batch.id returning 1
    )
    select count(*) as matched from marked`.execute(db)
  return rows[0]?.matched ?? 0
}

/** What somebody is to be told of by one channel. */
export interface StreamKey {
  userId: number
  channelId: number
  kind: Exclude<Kind, 'test'>
}

export interface WaitingStream extends StreamKey {
  firstAt: string
  lastAt: string | null
  worst: number | null
  language: 'zh' | 'en' | null
  quietFrom: number | null
  quietUntil: number | null
  worstAnyway: boolean | null
}

export async function waitingStreams(db: SystemDb): Promise<WaitingStream[]> {
  const { rows } = await sql<WaitingStream>`
    select item.*, stream.last_at, setting.language, quiet_from, quiet_until, worst_anyway
    from (
      select user_id, channel_id, kind, min(due_at) as first_at, min(alarm_level) as worst
      from notification_items group by 1, 2, 3
    ) item
    left join notification_streams stream using (user_id, channel_id, kind)
    left join notification_settings setting using (user_id)
    order by first_at limit 1000`.execute(db)
  return rows
}

export type Tx = Transaction<DB>

/** The right to speak in a stream: nobody else has it until the transaction ends. Undefined: somebody has it. */
export async function holdStream(tx: Tx, { userId, channelId, kind }: StreamKey) {
  await sql`insert into notification_streams (user_id, channel_id, kind) values (${userId}, ${channelId}, ${kind})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ lastAt: string | null }>`
    select last_at from notification_streams
    where user_id = ${userId} and channel_id = ${channelId} and kind = ${kind} for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

export async function spoke(tx: Tx, { userId, channelId, kind }: StreamKey, now: string): Promise<void> {
  await sql`update notification_streams set last_at = ${now}
    where user_id = ${userId} and channel_id = ${channelId} and kind = ${kind}`.execute(tx)
}

/** Takes what waits; with `level` only alarms of that level. */
export async function takeItems(tx: Tx, key: StreamKey, level: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from notification_items
    where user_id = ${key.userId} and channel_id = ${key.channelId} and kind = ${key.kind}
      ${level === undefined ? sql`` : sql`and alarm_level = ${level}`}
    returning occurrence_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface ChannelRow {
  kind: 'email' | 'webhook'
  name: string
  target: string
}

export async function findChannel(tx: Tx, userId: number, id: number): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select kind, name, target from notification_channels where id = ${id} and user_id = ${userId}`.execute(tx)
  return rows[0]
}

export interface NewNotification {
  readonly userId: number
  readonly organizationId: number
  readonly channelId: number
  readonly channel: ChannelRow | undefined
  readonly kind: Kind
  readonly level: number | null
  readonly body: object
  readonly scopeKey: string
  readonly now: string
}

/** What goes to the console is there with its row; everything else waits to be sent. */
export async function insertNotification(tx: Tx | SystemDb, message: NewNotification): Promise<number> {
  const { userId, organizationId, channelId, channel, kind, level, body, scopeKey, now } = message
  const isLeaving = channel !== undefined
  const { rows } = await sql<{ id: number }>`
    insert into notifications (user_id, organization_id, channel_id, channel_kind, channel_name, target, kind, alarm_level,
      body, scope_key, created_at, state, next_try_at, finished_at)
    values (${userId}, ${organizationId}, ${channelId}, ${channel?.kind ?? 'console'}, ${channel?.name ?? ''},
      ${channel?.target ?? ''}, ${kind}, ${level}, ${JSON.stringify(body)}::jsonb, ${scopeKey}, ${now},
      ${isLeaving ? 'waiting' : 'sent'}, ${isLeaving ? now : null}, ${isLeaving ? null : now})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}
