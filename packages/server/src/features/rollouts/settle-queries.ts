import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Outcome } from './kinds.ts'

interface Settled {
  readonly rolloutId: number
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
  readonly state: string
}

/** Each outcome once, whoever else brings it. A failure may turn into a late success, and nothing else that has ended turns. */
export async function writeOutcomes(
  db: Db,
  kind: string,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: string },
): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as told ("workId" bigint, state text,
        reason text, message text, result smallint, "sentAt" timestamptz, "backAt" timestamptz)
    ), held as materialized (
      select t.id from rollout_targets t join told on t.work_id = told."workId"
      where t.kind = ${kind} and (t.state = 'sent' or (t.state = 'failed' and told.state = 'success'))
      order by t.id for update of t
    )
    update rollout_targets t set state = told.state, reason = told.reason, message = told.message,
      result = told.result, sent_at = coalesce(told."sentAt", t.sent_at), back_at = coalesce(told."backAt", t.back_at),
      finished_at = case when told.state <> 'sent' then ${now}::timestamptz end
    from held, told where t.id = held.id and t.work_id = told."workId"
    returning t.rollout_id, t.device_id, t.part_type, t.addr_id, t.state`.execute(db)
  return rows
}
