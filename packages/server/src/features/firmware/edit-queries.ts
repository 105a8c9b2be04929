import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Contents } from './formats/index.ts'

/** What a row of a version says besides its notes. */
export interface VersionRow {
  readonly pcbId: number
  readonly equipTypeId: number
  readonly partType: string
  readonly fileId: number
  readonly fileName: string
  readonly format: Contents['format']
  readonly locked: readonly string[]
  readonly fileSize: number
  readonly md5: string
  readonly sha256: string
  readonly signature: string
  readonly swVersion: string
  readonly isRelease: boolean
  readonly isAutoUpgrade: boolean
  readonly hwVersion: string | null
  readonly mcuNum: number | null
  readonly uploadedBy: number | null
  readonly uploadedByName: string
  readonly approvedAt: string | null
  readonly approvedBy: number | null
  readonly approvedByName: string | null
}

export interface StoredVersion extends VersionRow {
  readonly pcbCode: string
  readonly version: number
}

type Notes = Readonly<Record<string, string>>

export async function lockVersion(db: Db, id: number): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select v.pcb_id, v.equip_type_id, v.part_type, v.file_id, v.file_name, v.format, v.locked, v.file_size, v.md5,
      v.sha256, v.signature, v.sw_version, v.is_release, v.is_auto_upgrade, v.hw_version, v.mcu_num, v.uploaded_by,
      v.uploaded_by_name, v.approved_at, v.approved_by, v.approved_by_name, v.version,
      (select pcb_code from pcbs where pcbs.id = v.pcb_id) as pcb_code
    from software_versions v where v.id = ${id} for update of v`.execute(db)
  return rows[0]
}

export const rowOf = ({ pcbCode: _, version: __, ...row }: StoredVersion): VersionRow => row

const valuesOf = (row: VersionRow) => ({ ...row, locked: [...row.locked] })

export async function insertVersion(db: Db, row: VersionRow, notes: Notes): Promise<number> {
  const { id } = await db
    .insertInto('softwareVersions')
    .values({ ...valuesOf(row), notes: JSON.stringify(notes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateVersion(
  db: Db,
  id: number,
  { row, notes }: { readonly row: VersionRow; readonly notes?: Notes },
): Promise<void> {
  await db
    .updateTable('softwareVersions')
    .set({ ...valuesOf(row), ...(notes && { notes: JSON.stringify(notes) }) })
    .where('id', '=', id)
    .execute()
}

export async function deleteVersion(db: Db, id: number): Promise<void> {
  await db.deleteFrom('softwareVersions').where('id', '=', id).execute()
}
