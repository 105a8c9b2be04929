import type { RolloutKindName } from '@wattkeeper/contracts/api/rollouts'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Facts } from '../../facts.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { noteAttempts } from './failures.ts'
import type { Outcome } from './kinds.ts'

interface Settled {
  readonly rolloutId: number
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
  readonly state: string
  readonly was: string
}

/**
 * Writes down what became of work; work that no target (or no target any more) waits for is passed over. Answers the
 * roll-outs that changed, to be announced after the commit.
 */
export async function settleTargets(
  db: Db,
  kind: RolloutKindName,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<number[]> {
  if (outcomes.length === 0) return []
  const { rows } = await sql<Settled>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as told ("workId" bigint, state text,
        reason text, message text, result smallint, "sentAt" timestamptz, "backAt" timestamptz)
    ), held as materialized (
      select t.id, t.state as was from rollout_targets t join told on t.work_id = told."workId"
      where t.kind = ${kind} and (t.state = 'sent' or (t.state = 'failed' and told.state = 'success'))
      order by t.id for update of t
    )
    update rollout_targets t set state = told.state, reason = told.reason, message = told.message,
      result = told.result, sent_at = coalesce(told."sentAt", t.sent_at), back_at = coalesce(told."backAt", t.back_at),
      finished_at = case when told.state <> 'sent' then ${new Date(now).toISOString()}::timestamptz end
    from held, told where t.id = held.id and t.work_id = told."workId"
    returning t.rollout_id, t.device_id, t.part_type, t.addr_id, t.state, held.was`.execute(db)
  const attempts = rows
    .filter(({ state }) => state === 'success' || state === 'failed')
    .map(({ state, ...target }) => ({ ...target, isSuccess: state === 'success' }))
  await noteAttempts(db, kind, { attempts, now })
  return [...new Set(rows.map(({ rolloutId }) => rolloutId))]
}

export function announceRollouts(bus: Bus<Facts>, rolloutIds: readonly number[]): void {
  if (rolloutIds.length > 0) bus.announce('rolloutsChanged', { rolloutIds })
}
