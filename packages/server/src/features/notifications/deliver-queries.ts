import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'
import type { Body, Kind } from './wording.ts'

export interface HeldDelivery {
  id: number
  userId: number
  channelKind: 'email' | 'webhook'
  target: string
  kind: Kind
  level: number | null
  body: Body
  scopeKey: string
  createdAt: string
  attempts: number
  secret: string | null
  hasChannel: boolean
  language: 'zh' | 'en'
}

/** Takes what is due, for as long as sending may take: a process that dies meanwhile leaves it to the next. */
export async function takeDue(
  db: SystemDb,
  { now, until, limit }: { readonly now: string; readonly until: string; readonly limit: number },
): Promise<HeldDelivery[]> {
  const { rows } = await sql<HeldDelivery>`
    with due as (
      select id from notifications
      where state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until <= ${now})
      order by next_try_at, id limit ${limit} for update skip locked
    )
    update notifications set held_until = ${until}, attempts = attempts + 1 from due
    where notifications.id = due.id
    returning notifications.id, user_id, channel_kind, target, kind, alarm_level as level, body, scope_key, created_at,
      attempts, (select secret from notification_secrets s where s.channel_id = notifications.channel_id) as secret,
      exists (select from notification_channels c where c.id = notifications.channel_id) as has_channel,
      coalesce((select language from notification_settings s where s.user_id = notifications.user_id), 'zh') as language`.execute(
    db,
  )
  return rows
}

export interface Outcome {
  readonly id: number
  readonly number: number
  readonly at: string
  readonly tookMs: number
  readonly isSuccess: boolean
  readonly reason: string | null
  /** Of a failure: when it is tried again, null: no more. */
  readonly nextTryAt: string | null
}

export async function recordOutcome(db: SystemDb, outcome: Outcome): Promise<void> {
  const { id, number, at, tookMs, isSuccess, reason, nextTryAt } = outcome
  const state = isSuccess ? 'sent' : nextTryAt === null ? 'failed' : 'waiting'
  await sql`
    with attempt as (
      insert into notification_attempts (notification_id, number, at, is_success, took_ms, reason)
      values (${id}, ${number}, ${at}, ${isSuccess}, ${tookMs}, ${reason}) on conflict do nothing
    )
    update notifications set state = ${state}, held_until = null, next_try_at = ${nextTryAt}, reason = ${reason},
      finished_at = ${state === 'waiting' ? null : at}
    where id = ${id} and state = 'waiting' and attempts = ${number}`.execute(db)
}

/** What has been said and done with for long. */
export async function forgetOld(
  db: SystemDb,
  { notifications, occurrences }: { readonly notifications: string; readonly occurrences: string },
): Promise<void> {
  await sql`delete from notifications where created_at < ${notifications}`.execute(db)
  await sql`delete from notification_occurrences where matched_at < ${occurrences}`.execute(db)
}
