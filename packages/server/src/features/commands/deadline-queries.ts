import type pg from 'pg'
import type { ChangedCommand } from './queue.ts'

/** A command is sent once and, unanswered, three times more. */
const MOST_UNANSWERED = 4
const MOST_ATTEMPTS = 10
const SOME = 500

export interface Moments {
  readonly now: string
  /** When what is sent or asked for now must have been answered. */
  readonly deadline: string
}

export interface JudgedCommand extends ChangedCommand {
  /** Why it has ended; null where it goes on. */
  readonly reason: string | null
}

/**
 * Every command whose time has come: unanswered ones go out again or have failed, those of devices that left wait,
 * those that waited too long have expired. Any process may do it, several at once; each row is judged once.
 */
export async function passDeadlines(db: pg.Pool, moments: Moments): Promise<JudgedCommand[]> {
  const { now } = moments
  const changed: JudgedCommand[] = []
  const passed = async (name: string, text: string, values: unknown[] = [now]) => {
    const { rows } = await db.query<JudgedCommand>({ name, text, values })
    changed.push(...rows)
  }
  await passed('unanswered', unanswered)
  await passed('not read back', notReadBack, [now, moments.deadline])
  await passed('expired', expired)
  await passed('devices away', away, [])
  return changed
}

const unanswered = `
  with due as (
    select commands.id, coalesce(is_online, 0) as is_online, expires_at <= $1 as is_over,
      coalesce(is_online = 1 and devices.session_epoch = commands.session_epoch, false) as was_heard
    from commands left join devices on devices.id = device_id
    where state = 'sent' and deadline_at <= $1
    order by commands.id limit ${SOME} for update of commands skip locked
  ), judged as (
    select due.*, is_over or attempts >= ${MOST_ATTEMPTS} or (was_heard and unanswered + 1 >= ${MOST_UNANSWERED}) as is_lost
    from due join commands using (id)
  )
  update commands set deadline_at = null, session_epoch = null,
    unanswered = unanswered + was_heard::int,
    state = case when is_lost then 'done' else 'waiting' end,
    result = case when is_lost then 0 when is_online = 0 then 9 end,
    reason = case when is_lost then 'noAnswer' end,
    finished_at = case when is_lost then $1::timestamptz end
  from judged where commands.id = judged.id
  returning commands.id, device_id as "deviceId", reason`

/** A device that is away reads back when it is here again. */
const notReadBack = `
  with due as (
    select commands.id, coalesce(is_online, 0) = 1 or expires_at <= $1 as is_over,
      params_that_differ(device_id, body) as differ
    from commands left join devices on devices.id = device_id
    where state = 'proving' and deadline_at <= $1
    order by commands.id limit ${SOME} for update of commands skip locked
  )
  update commands set
    deadline_at = case when not is_over then $2::timestamptz end,
    state = case when is_over then 'done' else 'proving' end,
    result = case when is_over then 0 end,
    reason = case when is_over then case when read_at is null then 'notReadBack' else 'differs' end end,
    message = case when is_over and read_at is not null then differ else message end,
    finished_at = case when is_over then $1::timestamptz end
  from due where commands.id = due.id
  returning commands.id, device_id as "deviceId", reason`

const expired = `
  with due as (
    select id from commands where state = 'waiting' and expires_at <= $1 and finished_at is null
    order by id limit ${SOME} for update skip locked
  )
  update commands set state = 'done', outlet = null, reason = 'expired', finished_at = $1::timestamptz,
    result = case when attempts = 0 then -1 else 0 end
  from due where commands.id = due.id
  returning commands.id, device_id as "deviceId", reason`

const away = `
  with due as (
    select commands.id from commands join devices on devices.id = device_id
    where state = 'waiting' and result is null and is_online = 0
    order by commands.id limit ${SOME} for update of commands skip locked
  )
  update commands set result = 9, outlet = null from due where commands.id = due.id
  returning commands.id, device_id as "deviceId", reason`
