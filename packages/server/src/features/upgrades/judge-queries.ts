import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../context.ts'
import type { ChangedJob } from './sender-queries.ts'
import { CONTRADICTION_MS, MOST_IN_FLIGHT_MS, SILENCE_MS } from './times.ts'

export interface JudgedJob extends ChangedJob {
  readonly state: string
}

interface Moments {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Since when this process has been there to hear devices: before, their silence means nothing. */
  readonly watchingSince: number
  /** When the clock was last set: what it shows of the time before is nothing that has passed. */
  readonly setAt?: number | undefined
  readonly soakMs: number
}

const SOME = 500
const instant = (ms: number): string => new Date(ms).toISOString()

/**
 * Every upgrade whose time has come. Any process may do it, several at once; each row is judged once. Writes down the
 * moments of what devices have said meanwhile, too.
 */
export async function judgeUpgrades(db: SystemDb, moments: Moments): Promise<JudgedJob[]> {
  await excuseWaiting(db, instant(moments.now))
  await stampMoments(db, instant(moments.now))
  const ended = [
    await endOverdue(db, instant(moments.now)),
    await endSilent(db, moments),
    await endUnproven(db, moments),
    await endProven(db, moments),
  ]
  return ended.flat()
}

/** Who was kept waiting for the file has not been silent. */
async function excuseWaiting(db: SystemDb, now: string): Promise<void> {
  await sql`
    with kept as (
      update device_links set is_kept_waiting = false where is_kept_waiting returning device_id, file_id
    )
    update upgrade_jobs job set progress_at = ${now} from kept
    where job.device_id = kept.device_id and job.file_id = kept.file_id and job.state in ('sent', 'running')`.execute(
    db,
  )
}

/** Writes down when devices said what they have said. A moment in the future was written before the clock was set back. */
export async function stampMoments(db: SystemDb, now: string): Promise<void> {
  const stamped = (moment: string, fact: RawBuilder<unknown>) =>
    sql`${sql.ref(moment)} = case when ${fact} then least(coalesce(${sql.ref(moment)}, ${now}), ${now}::timestamptz) end`
  await sql`
    update upgrade_jobs set ${stamped('progress_at', sql`true`)},
      ${stamped('proving_since', sql`state = 'proving'`)}, ${stamped('reported_at', sql`is_reported`)},
      ${stamped('contradicted_at', sql`is_contradicted`)}
    where state in ('sent', 'running', 'proving') and finished_at is null and (
      progress_at is null or progress_at > ${now} or (state = 'proving' and (proving_since is null or proving_since > ${now}))
      or (is_reported and (reported_at is null or reported_at > ${now}))
      or (is_contradicted and (contradicted_at is null or contradicted_at > ${now})))`.execute(db)
}

/** Ends those of the rows that are due, each with the reason that the expression gives; null: not yet. */
async function end(
  db: SystemDb,
  now: string,
  { due, reason }: { readonly due: RawBuilder<unknown>; readonly reason: RawBuilder<unknown> },
): Promise<JudgedJob[]> {
  const { rows } = await sql<JudgedJob>`
    with judged as (
      select job.id, verdict.reason
      from upgrade_jobs job left join devices d on d.id = job.device_id cross join lateral (select ${reason} as reason) as verdict
      where job.finished_at is null and ${due} and verdict.reason is not null order by job.id limit ${SOME} for update of job skip locked
    )
    update upgrade_jobs job set state = case judged.reason when 'success' then 'success' else 'failed' end,
      reason = nullif(judged.reason, 'success'), finished_at = ${now}, next_send_at = null
    from judged where job.id = judged.id
    returning job.id, device_id, state`.execute(db)
  return rows
}

/** So long ago by the clock, which has not been set meanwhile. */
function longAgo(moment: string, ms: number, { now, setAt = -Infinity }: Omit<Moments, 'soakMs'>) {
  return setAt > now - ms ? sql`false` : sql`${sql.ref(moment)} <= ${instant(now - ms)}`
}

/** Waited for in vain. */
const endOverdue = (db: SystemDb, now: string) =>
  end(db, now, {
    due: sql`state = 'waiting' and deadline_at <= ${now}`,
    reason: sql`'deadline'`,
  })

/**
 * Silence since a moment, and no longer than this process has listened. A moment that is null is a word that has come
 * since the moments were written down: the opposite of silence.
 */
const silentSince = (moment: string, moments: Omit<Moments, 'soakMs'>) =>
  moments.watchingSince > moments.now - SILENCE_MS
    ? sql`false`
    : sql`(${sql.ref(moment)} is not null and ${longAgo(moment, SILENCE_MS, moments)})`

/** Nothing was heard for too long, or it takes too long altogether. */
const endSilent = (db: SystemDb, moments: Moments) =>
  end(db, instant(moments.now), {
    due: sql`state in ('sent', 'running') and (
      ${silentSince('progress_at', moments)} or ${longAgo('sent_at', MOST_IN_FLIGHT_MS, moments)})`,
    reason: sql`case when not ${silentSince('progress_at', moments)} then 'tooLong'
      when state = 'sent' then 'notBegun' else 'noProgress' end`,
  })

/** A level 1 alarm that came after the restart; one that was there before the order and came back is not new. */
const isAlarmed = sql`exists (
    select from alarms a where a.device_id = job.device_id and a.id > job.alarm_mark and a.alarm_level = 1
      and not exists (select from alarm_history was where was.device_id = a.device_id
        and was.semaphore_code = a.semaphore_code and was.value = a.value and was.id <= job.alarm_mark
        and was.recovered_at >= job.created_at)
  ) or exists (
    select from alarm_history a where a.device_id = job.device_id and a.id > job.alarm_mark and a.alarm_level = 1
      and a.occurred_at > job.created_at - interval '1 day'
      and not exists (select from alarm_history was where was.device_id = a.device_id
        and was.semaphore_code = a.semaphore_code and was.value = a.value and was.id <= job.alarm_mark
        and was.recovered_at >= job.created_at)
  )`

/** What the device last reported is not what it should run. */
const isOld = sql`exists (
  select from device_parts part where part.device_id = job.device_id and part.part_type = job.part_type
    and part.addr_id = job.addr_id and not same_version(part.curr_sw_version, job.version))`

/** The device said that it is done, and then it is not seen with its new version, or something is wrong with it. */
const endUnproven = (db: SystemDb, moments: Moments) =>
  end(db, instant(moments.now), {
    due: sql`state = 'proving'`,
    reason: sql`case
      when ${isAlarmed} then 'alarmed'
      when ${longAgo('contradicted_at', CONTRADICTION_MS, moments)} then 'oldVersion'
      when not is_reported and ${silentSince('proving_since', moments)}
        then case when is_contradicted then 'oldVersion' else 'notReturned' end
    end`,
  })

const hasTelemetry = sql`exists (
  select from latest_values newest where newest.device_id = job.device_id and newest.received_at > job.heard_at)`

/** The soak time is over: the board still reports its version, and the device its data. */
const endProven = (db: SystemDb, { soakMs, ...moments }: Moments) =>
  end(db, instant(moments.now), {
    due: sql`state = 'proving' and is_reported and ${longAgo('reported_at', soakMs, moments)}`,
    reason: sql`case
      when ${isOld} then 'oldVersion'
      when d.is_online = 1 and ${hasTelemetry} then 'success'
      when ${silentSince('reported_at', { ...moments, now: moments.now - soakMs })} then 'noTelemetry'
    end`,
  })
