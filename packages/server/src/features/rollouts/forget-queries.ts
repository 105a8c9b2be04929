import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'

/** Forgets roll-outs that ended before an instant, with their targets, in portions. Answers how many. */
export async function forgetRollouts(db: SystemDb, before: string): Promise<number> {
  const { rows } = await sql`
    delete from rollouts where id in (
      select id from rollouts where finished_at < ${before} order by finished_at limit 10)
    returning id`.execute(db)
  return rows.length
}

/** Failures of devices that are gone leave nobody alone. */
export async function forgetFailures(db: SystemDb, before: string): Promise<void> {
  await sql`
    delete from rollout_failures f
    where failed_at < ${before} and not exists (select from devices d where d.id = f.device_id)`.execute(db)
}
