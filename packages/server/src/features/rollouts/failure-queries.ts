import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** So many failures in a row, and a device's part is left alone so long unless a person insists. */
export const mostFailures = 3
export const penaltyMs = 86_400_000

export interface Attempt {
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
  readonly isSuccess: boolean
}

/** Counts failures in a row; a success ends the row. Targets are counted by themselves: this is for other work of a kind. */
export async function noteAttempts(
  db: Db,
  kind: string,
  { attempts, now }: { readonly attempts: readonly Attempt[]; readonly now: number },
): Promise<void> {
  if (attempts.length === 0) return
  const at = new Date(now).toISOString()
  const tried = sql`(
    select distinct on ("deviceId", "partType", "addrId") * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
      as tried ("deviceId" bigint, "partType" text, "addrId" int, "isSuccess" boolean)
    order by "deviceId", "partType", "addrId")`
  await sql`
    delete from rollout_failures f using ${tried} as tried
    where "isSuccess" and f.kind = ${kind} and f.device_id = "deviceId" and f.part_type = "partType"
      and f.addr_id = "addrId"`.execute(db)
  await sql`
    insert into rollout_failures as f (device_id, kind, part_type, addr_id, failures, failed_at)
    select "deviceId", ${kind}, "partType", "addrId", 1, ${at} from ${tried} as tried where not "isSuccess"
    on conflict (device_id, kind, part_type, addr_id) do update set failed_at = excluded.failed_at,
      failures = case when f.failures >= ${mostFailures}
        and f.failed_at <= excluded.failed_at - ${penaltyMs} * interval '1 millisecond' then 1 else f.failures + 1 end`.execute(
    db,
  )
}
