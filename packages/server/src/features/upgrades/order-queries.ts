import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** So many in a row, the last of them within a day. */
const MOST_FAILURES = 3

/** A board that is to get a version, and what speaks against it. */
export interface Candidate {
  readonly deviceId: number
  /** null: the device is gone, or the caller does not see it; then all that follows is null. */
  readonly equipTypeId: number | null
  readonly addrId: number | null
  readonly currSwVersion: string | null
  readonly isWrongType: boolean
  readonly fits: boolean
  readonly hasIt: boolean
  readonly isBusy: boolean
  readonly isLeftAlone: boolean
}

export interface WantedBoard {
  readonly deviceId: number
  /** Absent: every board of the version's part type. */
  readonly addrId?: number | undefined
}

interface Wanted {
  readonly boards: readonly WantedBoard[]
  readonly versionId: number
  /** Failures before this instant are forgiven. */
  readonly since: string
}

/** One row a board, in the order asked for; one with addrId null where a device has no such part. */
export async function candidates(db: Db, { boards, versionId, since }: Wanted): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with wanted as (
      select * from unnest(${boards.map(({ deviceId }) => deviceId)}::bigint[],
        ${boards.map(({ addrId }) => addrId ?? null)}::int[]) with ordinality as wanted (device_id, addr_id, n)
    )
    select wanted.device_id, d.equip_type_id, part.addr_id, part.curr_sw_version,
      coalesce(d.equip_type_id <> v.equip_type_id, false) as is_wrong_type,
      coalesce(firmware_fits(v, d.equip_model_id, part.hw_version), false) as fits,
      coalesce(part.curr_sw_version <> '' and version_numbers(part.curr_sw_version) = v.rank, false) as has_it,
      exists (select from upgrade_jobs busy where busy.device_id = d.id and busy.part_type = part.part_type
        and busy.addr_id = part.addr_id and busy.state in ('waiting', 'sent', 'running', 'proving')) as is_busy,
      coalesce(past.failures >= ${MOST_FAILURES} and past.failed_at > ${since}, false) as is_left_alone
    from wanted cross join software_versions v
    left join devices d on d.id = wanted.device_id
    left join device_parts part on part.device_id = d.id and part.part_type = v.part_type
      and (wanted.addr_id is null or part.addr_id = wanted.addr_id)
    left join rollout_failures past on past.kind = 'firmware' and past.device_id = d.id
      and past.part_type = part.part_type and past.addr_id = part.addr_id
    where v.id = ${versionId}
    order by wanted.n, part.addr_id`.execute(db)
  return rows
}

export interface NewerPart {
  readonly partType: string
  readonly addrId: number
  readonly versionId: number
}

/** Boards of a device for which there is a newer release. */
export async function newerParts(db: Db, deviceId: number): Promise<NewerPart[]> {
  const { rows } = await sql<NewerPart>`
    select part.part_type, part.addr_id, newest.id as version_id
    from devices d join device_parts part on part.device_id = d.id
    cross join lateral newest_release(d.equip_type_id, part.part_type, d.equip_model_id, part.hw_version) as newest
    where d.id = ${deviceId} and newest.rank > version_numbers(part.curr_sw_version)
    order by part.part_type, part.addr_id`.execute(db)
  return rows
}

/** What the device will fetch. */
export interface Package {
  readonly versionId: number
  readonly partType: string
  readonly version: string
  readonly fileId: number
  readonly size: number
  readonly md5: string
  readonly sha256: string
  readonly signature: string | null
}

export interface NewJob {
  readonly deviceId: number
  readonly addrId: number
  readonly versionBefore: string | null
  readonly package: Package
  /** Its place in its group; groups are numbered by whoever asks, from 0. */
  readonly position: number
  readonly group: number
}

export interface JobFacts {
  readonly source: 'manual' | 'task'
  readonly createdAt: string
  readonly deadlineAt: string
  readonly createdBy: number | null
}

export interface MadeJob {
  readonly id: number
  readonly groupId: number
  readonly group: number
  readonly deviceId: number
  readonly addrId: number
}

/** Writes the jobs down. A part for which another order was quicker is left out. */
export async function insertJobs(
  db: Db,
  jobs: readonly NewJob[],
  { source, createdAt, deadlineAt, createdBy }: JobFacts,
): Promise<MadeJob[]> {
  if (jobs.length === 0) return []
  const rows = jobs.map(({ package: what, ...job }) => ({ ...what, ...job }))
  const made = await sql<MadeJob>`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as wanted ("group" int, position int, "deviceId" bigint,
        "addrId" int, "versionBefore" text, "versionId" bigint, "partType" text, version text, "fileId" bigint, size bigint,
        md5 text, sha256 text, signature text)
    ), grouped as materialized (
      select "group", nextval('upgrade_groups') as group_id from (select distinct "group" from wanted order by 1) as groups
    ), made as (
      insert into upgrade_jobs (group_id, position, device_id, device_code, organization_id, operator_id, equip_type_id,
        equip_model_id, region_path, part_type, addr_id, version_id, version, version_before, file_id, size, md5, sha256,
        signature, source, created_at, deadline_at, created_by, created_by_name)
      select group_id, position, d.id, d.code, d.organization_id, d.operator_id, d.equip_type_id, d.equip_model_id,
        d.region_path, "partType", "addrId", "versionId", wanted.version, "versionBefore", "fileId", size, md5, sha256,
        signature, ${source}, ${createdAt}, ${deadlineAt}, ${createdBy}, (select user_name from users where id = ${createdBy})
      from wanted join grouped using ("group") join devices d on d.id = "deviceId"
      order by d.id, position
      on conflict (device_id, part_type, addr_id) where state in ('waiting', 'sent', 'running', 'proving') do nothing
      returning id, group_id, device_id, addr_id
    )
    select made.*, "group" from made join grouped using (group_id) order by made.id`.execute(db)
  return made.rows
}
