import type { NewRule, Rule } from '@wattkeeper/contracts/api/notifications'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Window } from '../../platform/http/paging.ts'
import { mostCounted } from '../../platform/http/paging.ts'
import type { Body, Kind } from './wording.ts'

// Everything here is one user's own: each query says whose.

export interface NoticeRow {
  id: number
  kind: Kind
  level: number | null
  body: Body
  createTime: string
  isRead: 0 | 1
}

const unreadOnly = (isUnread: 0 | 1 | undefined) =>
  isUnread === undefined ? sql`` : isUnread === 1 ? sql`and read_at is null` : sql`and read_at is not null`

interface InboxFilter {
  readonly userId: number
  readonly isUnread?: 0 | 1 | undefined
}

export async function inboxPage(db: Db, { userId, isUnread }: InboxFilter, { limit, offset }: Window) {
  const { rows } = await sql<NoticeRow>`
    select id, kind, alarm_level as level, body, created_at as create_time,
      case when read_at is null then 0 else 1 end as is_read
    from notifications where user_id = ${userId} and channel_id = 0 ${unreadOnly(isUnread)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countInbox(db: Db, { userId, isUnread }: InboxFilter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from notifications where user_id = ${userId} and channel_id = 0 ${unreadOnly(isUnread)}
      limit ${mostCounted + 1}
    ) each`.execute(db)
  return rows[0]?.counted ?? 0
}

export async function markRead(db: Db, userId: number, read: { ids: readonly number[] | null; now: string }) {
  const { ids, now } = read
  await sql`update notifications set read_at = ${now} where user_id = ${userId} and channel_id = 0 and read_at is null
    ${ids === null ? sql`` : sql`and id = any(${ids}::bigint[])`}`.execute(db)
}

export interface SettingsRow {
  language: 'zh' | 'en'
  quietFrom: number
  quietUntil: number
  worstAnyway: boolean
}

export async function findSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select language, quiet_from, quiet_until, worst_anyway from notification_settings
    where user_id = ${userId}`.execute(db)
  return rows[0]
}

interface Owner {
  readonly userId: number
  readonly organizationId: number
}

export async function saveSettings(db: Db, { userId, organizationId }: Owner, settings: SettingsRow) {
  await db
    .insertInto('notificationSettings')
    .values({ userId, organizationId, ...settings })
    .onConflict((each) => each.column('userId').doUpdateSet({ ...settings, updatedAt: sql`now()` }))
    .execute()
}

/** Messages leave in the language in which somebody first asked for them, until they choose another. */
export async function keepLanguage(db: Db, { userId, organizationId }: Owner, language: 'zh' | 'en') {
  await db
    .insertInto('notificationSettings')
    .values({ userId, organizationId, language })
    .onConflict((each) => each.column('userId').doNothing())
    .execute()
}

export async function rulesOf(db: Db, userId: number): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select id, version, name, is_enabled, kinds, levels, organization_ids, equip_type_ids, region_codes, in_console,
      channel_ids
    from notification_rules where user_id = ${userId} order by id`.execute(db)
  return rows
}

const ruleValues = (rule: NewRule) => ({
  name: rule.name,
  isEnabled: rule.isEnabled,
  kinds: rule.kinds,
  levels: rule.levels,
  organizationIds: rule.organizationIds,
  equipTypeIds: rule.equipTypeIds,
  regionCodes: rule.regionCodes,
  inConsole: rule.inConsole,
  channelIds: rule.channelIds,
})

export async function insertRule(db: Db, { userId, organizationId }: Owner, rule: NewRule): Promise<number> {
  const { id } = await db
    .insertInto('notificationRules')
    .values({ userId, organizationId, ...ruleValues(rule) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRule(
  db: Db,
  userId: number,
  rule: NewRule & { id: number; version?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notificationRules')
    .set(ruleValues(rule))
    .where('id', '=', rule.id)
    .where('userId', '=', userId)
    .$if(rule.version !== undefined, (query) => query.where('version', '=', rule.version ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteRule(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notificationRules')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function hasRule(db: Db, userId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('notificationRules')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}
