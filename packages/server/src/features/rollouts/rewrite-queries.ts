import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { NewRow } from './create-queries.ts'

type Rewritten = Pick<
  NewRow,
  | ('body' | 'remark' | 'groupSize' | 'intervalMinutes' | 'windowFrom' | 'windowUntil')
  | ('startsAt' | 'failureThreshold' | 'deadlineHours')
>

export async function rewrite(db: Db, id: number, row: Rewritten): Promise<void> {
  await sql`delete from rollout_targets where rollout_id = ${id}`.execute(db)
  await db.updateTable('rollouts').set(row).where('id', '=', id).execute()
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('rollouts').where('id', '=', id).execute()
}
