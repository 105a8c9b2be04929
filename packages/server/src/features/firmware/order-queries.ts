import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

/** All that an order to a device says of a version, and what decides whether it may be given. */
export interface VersionForOrder {
  readonly versionId: number
  readonly equipTypeId: number
  readonly partType: string
  readonly pcbId: number
  readonly pcbCode: string
  /** Only for boards that report this hardware version. */
  readonly hwVersion: string | null
  readonly version: string
  readonly isRelease: boolean
  readonly isAutoUpgrade: boolean
  /** Without it nobody may roll it out. */
  readonly isApproved: boolean
  /** Of device-files: `linksTo` makes the device's link to it. */
  readonly fileId: number
  readonly fileName: string
  readonly size: number
  readonly md5: string
  readonly sha256: string
  readonly signature: string
}

export async function versionForOrder(
  db: Db | SystemDb,
  versionId: number,
): Promise<VersionForOrder | undefined> {
  const { rows } = await sql<VersionForOrder>`
    select v.id as version_id, v.equip_type_id, v.part_type, v.pcb_id, b.pcb_code, v.hw_version,
      v.sw_version as version, v.is_release, v.is_auto_upgrade, v.approved_at is not null as is_approved,
      v.file_id, v.file_name, v.file_size as size, v.md5, v.sha256, v.signature
    from software_versions v join pcbs b on b.id = v.pcb_id
    where v.id = ${versionId}`.execute(db)
  return rows[0]
}

/**
 * Keeps a version, if there is one, until the transaction ends. Whoever means it for devices holds it first: whoever
 * would delete or change it meanwhile waits, and then sees that it is needed.
 */
export async function holdVersion(db: Db, versionId: number): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select hold_version(${versionId}) as is_there`.execute(db)
  return rows[0]?.isThere ?? false
}

interface Part {
  readonly equipTypeId: number
  readonly partType: string
  /** Absent: whatever the model. */
  readonly equipModelId?: number | undefined
  /** As the part reports it; absent: unknown, and then only versions for every hardware count. */
  readonly hwVersion?: string | null | undefined
}

/** The newest approved release that such a part may get. For many parts at once join the function newest_release. */
export async function newestRelease(
  db: Db | SystemDb,
  { equipTypeId, partType, equipModelId = 0, hwVersion = null }: Part,
): Promise<{ readonly versionId: number; readonly version: string } | undefined> {
  const { rows } = await sql<{ versionId: number; version: string }>`
    select id as version_id, sw_version as version
    from newest_release(${equipTypeId}, ${partType}, ${equipModelId}, ${hwVersion})`.execute(db)
  return rows[0]
}
