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
  readonly soakMs: number
}

const SOME = 500
const instant = (ms: number): string => new Date(ms).toISOString()

/**
 * Every upgrade whose time has come. Any process may do it, several at once; each row is judged once. Writes down the
 * moments of what devices have said meanwhile, too.
 */
export async function judgeUpgrades(db: SystemDb, moments: Moments): Promise<JudgedJob[]> {
  await stampMoments(db, instant(moments.now))
  const ended = [
    await endOverdue(db, instant(moments.now)),
    await endSilent(db, moments),
    await endUnproven(db, moments),
    await endProven(db, moments),
  ]
  return ended.flat()
}

/** Writes down when devices said what they have said. A moment in the future was written before the clock was set back. */
export async function stampMoments(db: SystemDb, now: string): Promise<void> {
  const stamped = (moment: string, fact: RawBuilder<unknown>) =>
    sql`${sql.ref(moment)} = case when ${fact} then least(coalesce(${sql.ref(moment)}, ${now}), ${now}::timestamptz) end`
  await sql`
    update upgrade_jobs set ${stamped('progress_at', sql`true`)},
      ${stamped('proving_since', sql`state = 'proving'`)}, ${stamped('reported_at', sql`is_reported`)},
      ${stamped('contradicted_at', sql`is_contradicted`)}
    where state in ('sent', 'running', 'proving') and (
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
      where ${due} and verdict.reason is not null order by job.id limit ${SOME} for update of job skip locked
    )
    update upgrade_jobs job set state = case judged.reason when 'success' then 'success' else 'failed' end,
      reason = nullif(judged.reason, 'success'), finished_at = ${now}, next_send_at = null
    from judged where job.id = judged.id
    returning job.id, device_id, state`.execute(db)
  return rows
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
const silentSince = (moment: string, { now, watchingSince }: Omit<Moments, 'soakMs'>) =>
  sql`(${sql.ref(moment)} is not null
    and greatest(${sql.ref(moment)}, ${instant(watchingSince)}) <= ${instant(now - SILENCE_MS)})`

/** Nothing was heard for too long, or it takes too long altogether. */
const endSilent = (db: SystemDb, moments: Moments) =>
  end(db, instant(moments.now), {
    due: sql`state in ('sent', 'running') and (
      ${silentSince('progress_at', moments)} or sent_at <= ${instant(moments.now - MOST_IN_FLIGHT_MS)})`,
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
      when contradicted_at <= ${instant(moments.now - CONTRADICTION_MS)} then 'oldVersion'
      when not is_reported and ${silentSince('proving_since', moments)}
        then case when is_contradicted then 'oldVersion' else 'notReturned' end
    end`,
  })

const hasTelemetry = sql`exists (
  select from latest_values newest where newest.device_id = job.device_id and newest.received_at > job.heard_at)`

/** The soak time is over: the board still reports its version, and the device its data. */
const endProven = (db: SystemDb, { now, watchingSince, soakMs }: Moments) =>
  end(db, instant(now), {
    due: sql`state = 'proving' and is_reported and reported_at <= ${instant(now - soakMs)}`,
    reason: sql`case
      when ${isOld} then 'oldVersion'
      when d.is_online = 1 and ${hasTelemetry} then 'success'
      when greatest(reported_at, ${instant(watchingSince)}) <= ${instant(now - soakMs - SILENCE_MS)} then 'noTelemetry'
    end`,
  })
