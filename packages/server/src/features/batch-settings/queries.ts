import { type RawBuilder, sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Outcome } from '../rollouts/index.ts'

/** Devices of this type have parameters. */
const paramsType = 3

/** The devices that a condition on `d` means; those of other types are skipped. */
export const cabinetsOf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.id as device_id, '' as part_type, 0 as addr_id, null::text as version_before,
    case when d.equip_type_id <> ${sql.lit(paramsType)} then 'wrongType' end as skipped, null::jsonb as body
  from devices d where ${condition}`

/** What devices last reported, by `<device> <parameter>`. */
export async function valuesBefore(
  db: Db,
  { deviceIds, ids }: { readonly deviceIds: readonly number[]; readonly ids: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ deviceId: number; paramId: string; value: string }>`
    select device_id, param_id, value from device_params
    where device_id = any(${deviceIds}::bigint[]) and param_id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ deviceId, paramId, value }) => [`${deviceId} ${paramId}`, value]))
}

/** Long enough for a device that came back to its former address to have said so. */
const standingMs = 20_000

/**
 * Whether the device of a command has been online for a while with a later session than the one that the command last
 * went to, and still reports what was set: one that was not let in at a new address comes back to its former one.
 */
export async function hasSignedIn(db: Db, commandId: number, now: number): Promise<boolean> {
  const since = new Date(now - standingMs).toISOString()
  const { rows } = await sql`
    select from commands c join devices d on d.id = c.device_id
    where c.id = ${commandId} and d.is_online = 1 and d.last_online_at <= ${since}
      and d.session_epoch > (select max(session_epoch) from command_attempts where command_id = c.id)
      and params_that_differ(d.id, c.body) is null`.execute(db)
  return rows.length > 0
}

interface Answered {
  readonly workId: number
  readonly state: string
  readonly result: 1 | 0 | 9 | -1 | null
  readonly reason: string | null
  readonly message: string | null
  readonly sentAt: string | null
  readonly backAt: string | null
}

/** Ends that are not the device's doing. */
const excused: ReadonlySet<string> = new Set(['deviceDeleted', 'deviceMoved', 'superseded'])
const lateMs = 3_600_000

/** Targets whose command has moved on since they were last looked at; some failures turn into a late success. */
export async function movedOn(db: SystemDb, now: number): Promise<Outcome[]> {
  const { rows } = await sql<Answered>`
    select c.id as work_id, c.state, c.result, c.reason, c.message, c.sent_at, c.back_at
    from rollout_targets t join commands c on c.id = t.work_id
    where t.kind = 'params' and t.state = 'sent'
      and (c.state = 'done' or c.result is distinct from t.result or c.sent_at is distinct from t.sent_at)
    union all
    select c.id, c.state, c.result, c.reason, c.message, c.sent_at, c.back_at
    from rollout_targets t join commands c on c.id = t.work_id
    where t.kind = 'params' and t.state = 'failed' and t.finished_at > ${new Date(now - lateMs).toISOString()}
      and c.state = 'done' and c.result = 1
    limit 5000`.execute(db)
  return rows.map(({ state, reason, ...rest }) => ({
    ...rest,
    reason: state === 'done' && rest.result === 1 ? null : reason,
    state:
      state !== 'done'
        ? 'sent'
        : rest.result === 1
          ? 'success'
          : excused.has(reason ?? '')
            ? 'skipped'
            : 'failed',
  }))
}
