import type { RolloutCounts, RolloutKindName } from '@wattkeeper/contracts/api/rollouts'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Tx } from './gather-queries.ts'

/** What happened to a roll-out: which, when, and why it stopped. */
export interface RolloutEnd {
  rolloutId: number
  at: string
  reason: string | null
}

export async function rolloutEnds(tx: Tx, ids: readonly number[]): Promise<RolloutEnd[]> {
  const { rows } = await sql<RolloutEnd>`
    select rollout_id, at, reason from notification_occurrences
    where id = any(${ids}::bigint[]) and rollout_id is not null order by at, id`.execute(tx)
  return rows
}

export interface SeenRollout {
  id: number
  kind: RolloutKindName
  code: string
  remark: string
  counts: Partial<RolloutCounts>
  /** Different devices that have failed. */
  failedDevices: number
}

/** Those of the roll-outs that the reader sees, and of whose devices they see some. */
export async function seenRollouts(
  db: Db,
  ids: readonly number[],
  kinds: readonly RolloutKindName[],
): Promise<SeenRollout[]> {
  const { rows } = await sql<SeenRollout>`
    with counted as (
      select rollout_id, state, count(*) as n, count(distinct device_id) as devices from rollout_targets
      where rollout_id = any(${ids}::bigint[]) group by 1, 2
    )
    select r.id, r.kind, r.code, r.remark, jsonb_object_agg(counted.state, n) as counts,
      coalesce(sum(devices) filter (where counted.state = 'failed'), 0)::int as failed_devices
    from rollouts r join counted on counted.rollout_id = r.id
    where r.kind = any(${kinds}::text[]) group by r.id`.execute(db)
  return rows
}
