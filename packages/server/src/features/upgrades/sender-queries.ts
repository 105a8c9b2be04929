import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

/** A device that listens for upgrades, by the session that does. */
export interface Listener {
  readonly deviceId: number
  readonly epoch: number
}

export interface ChangedJob {
  readonly id: number
  readonly deviceId: number
}

/** One sending of an upgrade: already written down, and not yet with the device. */
export interface UpgradeSending extends ChangedJob {
  readonly code: string
  readonly partType: string
  readonly addrId: number
  readonly version: string
  readonly fileId: number
  readonly size: number
  readonly md5: string
  readonly sha256: string
  readonly signature: string | null
  readonly attempt: number
  readonly isFileThere: boolean
}

const ids = (listeners: readonly Listener[]) => listeners.map(({ deviceId }) => deviceId)
const epochs = (listeners: readonly Listener[]) => listeners.map(({ epoch }) => epoch)

/**
 * Devices that have come back while an upgrade was in flight: it goes out again, unless they say by themselves, until
 * then, how far they are.
 */
export async function welcomeBack(db: SystemDb, back: readonly Listener[], sendAt: string): Promise<void> {
  await sql`
    update upgrade_jobs job set session_epoch = back.epoch, next_send_at = ${sendAt}
    from unnest(${ids(back)}::bigint[], ${epochs(back)}::bigint[]) as back (device_id, epoch)
    where job.device_id = back.device_id and job.state in ('sent', 'running')
      and job.session_epoch is distinct from back.epoch`.execute(db)
}

interface Moments {
  readonly now: string
  /** Unheard of until then, it goes out again. */
  readonly again: string
}

/**
 * What each device is to hear now: the upgrade in flight once more when it is time, or the next where none is. Written
 * down as sent, before it is.
 */
export async function claimUpgrades(
  db: Db,
  listeners: readonly Listener[],
  { now, again }: Moments,
): Promise<UpgradeSending[]> {
  const { rows } = await sql<UpgradeSending>`
    with due as (
      select first.id, listener.epoch
      from unnest(${ids(listeners)}::bigint[], ${epochs(listeners)}::bigint[]) as listener (device_id, epoch)
      join devices d on d.id = listener.device_id and d.session_epoch = listener.epoch
      cross join lateral (
        select id from upgrade_jobs job
        where job.device_id = listener.device_id and (
          (state in ('sent', 'running') and next_send_at <= ${now})
          or (state = 'waiting' and deadline_at > ${now} and not exists (
            select from upgrade_jobs busy where busy.device_id = listener.device_id and busy.state in ('sent', 'running', 'proving'))))
        order by state = 'waiting', group_id, position limit 1 for update skip locked
      ) first
    )
    update upgrade_jobs job set state = case state when 'running' then 'running' else 'sent' end,
      attempts = attempts + 1, session_epoch = due.epoch, sent_at = coalesce(sent_at, ${now}),
      progress_at = coalesce(progress_at, ${now}), next_send_at = ${again}, may_restart = attempts > 0
    from due where job.id = due.id
    returning job.id, device_id, code, part_type, addr_id, version, file_id, size, md5, sha256, signature,
      attempts as attempt, exists (select from stored_files where stored_files.id = file_id) as is_file_there`.execute(
    db,
  )
  return rows
}

/** What it should fetch does not exist any more. */
export async function endWithoutFile(
  db: Db,
  sendings: readonly UpgradeSending[],
  now: string,
): Promise<void> {
  await sql`
    update upgrade_jobs set state = 'failed', reason = 'fileGone', finished_at = ${now}, next_send_at = null
    where id = any(${sendings.map(({ id }) => id)}::bigint[])`.execute(db)
}

/** Written down, and then there was nobody to hand them to: as if nothing had been said. */
export async function giveBack(db: SystemDb, sendings: readonly UpgradeSending[]): Promise<void> {
  await sql`
    update upgrade_jobs job set attempts = attempts - 1,
      state = case when attempts > 1 then state else 'waiting' end,
      sent_at = case when attempts > 1 then sent_at end,
      progress_at = case when attempts > 1 then progress_at end,
      next_send_at = case when attempts > 1 then next_send_at end
    from unnest(${sendings.map(({ id }) => id)}::bigint[],
      ${sendings.map(({ attempt }) => attempt)}::smallint[]) as unsent (id, attempt)
    where job.id = unsent.id and attempts = unsent.attempt and state in ('sent', 'running')`.execute(db)
}

/** Those of the devices to which something is to be sent. */
export async function devicesToHear(
  db: SystemDb,
  deviceIds: readonly number[],
  now: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct device_id as id from upgrade_jobs
    where device_id = any(${deviceIds}::bigint[])
      and (state = 'waiting' or (state in ('sent', 'running') and next_send_at <= ${now}))`.execute(db)
  return rows.map(({ id }) => id)
}
