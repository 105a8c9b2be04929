import type { Tx } from '../../platform/link/messages.ts'
import { type Known, type Said, type Verdict, judgeProgress } from './progress.ts'

export interface ProgressRow extends Said {
  readonly deviceId: number
  /** The order's id. */
  readonly code: string
  readonly message: string | null
  readonly at: number
}

interface KnownJob extends Known {
  readonly id: number
  readonly code: string
  readonly deviceId: number
}

const keyOf = ({ code, deviceId }: { code: string; deviceId: number }) => `${deviceId} ${code}`

/** Takes what devices say of their upgrades, in the order in which it came; strangers' ids are counted. */
export async function storeProgress(tx: Tx, rows: readonly ProgressRow[]): Promise<void> {
  const named = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const found = await tx.prepared<KnownJob>(
    'upgrades in progress',
    `select job.id, job.code, job.device_id as "deviceId", state, part_type as "partType", addr_id as "addrId",
       prog_percent as percent, may_restart as "mayRestart", is_done as "isDone"
     from upgrade_jobs job join unnest($1::uuid[], $2::bigint[]) as said (code, device_id)
       on said.code = job.code and said.device_id = job.device_id
     where attempts > 0
     order by job.id for update of job`,
    [named.map(({ code }) => code), named.map(({ deviceId }) => deviceId)],
  )
  const jobs = new Map(found.map((job) => [keyOf(job), job]))
  const changes = new Map<number, Change>()
  const counted: Record<Verdict['is'] | 'unknown', number> = {
    ...{ progress: 0, done: 0, failed: 0, repeated: 0, foreign: 0, unknown: 0 },
  }
  for (const row of rows) {
    const job = jobs.get(keyOf(row))
    const verdict = job && judgeProgress(job, row)
    counted[verdict?.is ?? 'unknown'] += 1
    if (!job || !verdict || verdict.is === 'repeated' || verdict.is === 'foreign') continue
    const change = changeOf(job, row, verdict)
    changes.set(job.id, change)
    jobs.set(keyOf(row), { ...job, ...change, mayRestart: false })
  }
  tx.count('upgradeProgress', counted.progress + counted.done + counted.failed)
  tx.count('upgradeProgressRepeated', counted.repeated)
  tx.count('upgradeProgressForeign', counted.foreign)
  tx.count('upgradeProgressUnknown', counted.unknown)
  tx.count('upgradesFailed', counted.failed)
  if (changes.size > 0) await apply(tx, [...changes.values()])
}

interface Change {
  readonly id: number
  readonly deviceId: number
  readonly state: string
  readonly percent: number
  readonly isDone: boolean
  readonly message: string | null
  readonly at: string
}

function changeOf(job: KnownJob, row: ProgressRow, verdict: Verdict): Change {
  const { id, deviceId } = job
  const rest = { id, deviceId, message: row.message, at: new Date(row.at).toISOString() }
  if (verdict.is === 'failed') return { ...rest, state: 'failed', percent: job.percent, isDone: job.isDone }
  if (verdict.is === 'done') return { ...rest, state: 'proving', percent: 100, isDone: true }
  return { ...rest, state: 'running', percent: row.percent, isDone: false }
}

async function apply(tx: Tx, changes: readonly Change[]): Promise<void> {
  await tx.prepared(
    'upgrade progress',
    `update upgrade_jobs job set state = said.state, prog_percent = percent, is_done = said."isDone",
       message = coalesce(said.message, job.message), progress_at = null, next_send_at = null, may_restart = false,
       alarm_mark = case when said.state = 'proving' then coalesce(alarm_mark, (select last_value from alarm_ids)) end,
       reason = case when said.state = 'failed' then 'deviceFailed' end,
       finished_at = case when said.state = 'failed' then said.at end
     from json_to_recordset($1::json) as said (id bigint, state text, percent real, "isDone" boolean, message text, at timestamptz)
     where job.id = said.id`,
    [JSON.stringify(changes)],
  )
  announce(tx, changes)
}

function announce(tx: Tx, changed: readonly { readonly id: number; readonly deviceId: number }[]): void {
  tx.announce(
    'upgradesChanged',
    changed.map(({ id }) => id),
  )
  tx.announce(
    'upgradedDevices',
    changed.map(({ deviceId }) => deviceId),
  )
}

export interface ReportedPart {
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
}

/**
 * Compares what these boards now report with what they should run. The new version begins the proof, whatever the
 * device has said of its progress; a board that had it before must first say that it is done. Another version
 * contradicts a device that has said so.
 */
export async function takeReported(tx: Tx, parts: readonly ReportedPart[]): Promise<void> {
  const changed = await tx.prepared<{ id: number; deviceId: number }>(
    'versions after upgrades',
    `with held as materialized (
       select job.id, same_version(part.curr_sw_version, job.version) as is_new
       from upgrade_jobs job
       join (select distinct * from json_to_recordset($1::json) as said ("deviceId" bigint, "partType" text, "addrId" int)) as said
         on job.device_id = "deviceId" and job.part_type = "partType" and job.addr_id = "addrId"
       join device_parts part on part.device_id = job.device_id and part.part_type = job.part_type
         and part.addr_id = job.addr_id
       where job.state in ('sent', 'running', 'proving')
       order by job.id for update of job
     )
     update upgrade_jobs job set state = 'proving', next_send_at = null, is_reported = is_new, is_contradicted = not is_new,
       heard_at = case when is_new then coalesce(heard_at, $2::timestamptz) end,
       reported_at = case when is_new and is_reported then reported_at end,
       contradicted_at = case when is_contradicted and not is_new then contradicted_at end,
       alarm_mark = coalesce(alarm_mark, (select last_value from alarm_ids))
     from held where job.id = held.id and (is_new <> is_reported or is_new = is_contradicted)
       and case when is_new then is_done or not same_version(coalesce(version_before, ''), version)
         else is_done or is_reported end
     returning job.id, job.device_id as "deviceId"`,
    [JSON.stringify(parts), new Date().toISOString()],
  )
  tx.count('upgradesReported', changed.length)
  if (changed.length > 0) announce(tx, changed)
}
