import type { SoftwareVersion } from '@wattkeeper/contracts/api/firmware'
import type { Language, Page } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import { anywhere, nameIn } from '../../platform/database/text.ts'
import type { Contents } from './formats/index.ts'

export interface ListFilter {
  readonly equipTypeId?: number
  readonly partTypes?: readonly string[]
  readonly version?: string
  readonly isRelease?: boolean
  /** Only what upgrade tasks may choose. */
  readonly isForTasks?: boolean
}

export type ListedVersion = Omit<
  SoftwareVersion,
  'filePath' | 'fileUrl' | 'downloadUrl' | 'fgRelease' | 'remark'
> & {
  readonly notes: Readonly<Record<string, string>>
}

interface Reader {
  readonly language: Language
  readonly userId: number
}

/** No newer release for the same boards. */
const isNewest = sql`v.is_release and v.approved_at is not null and not exists (
  select from software_versions n
  where n.pcb_id = v.pcb_id and n.is_release and n.approved_at is not null and n.rank > v.rank
    and n.hw_version is not distinct from v.hw_version and n.mcu_num is not distinct from v.mcu_num)`

function conditionsOf({
  equipTypeId,
  partTypes,
  version,
  isRelease,
  isForTasks,
}: ListFilter): RawBuilder<unknown> {
  const conditions = [
    equipTypeId !== undefined && sql`v.equip_type_id = ${equipTypeId}`,
    partTypes?.length && sql`v.part_type = any(${partTypes}::text[])`,
    version !== undefined && sql`v.sw_version ilike ${anywhere(version)}`,
    isRelease !== undefined && sql`v.is_release = ${isRelease}`,
    isForTasks && sql`v.is_auto_upgrade and v.is_release and v.approved_at is not null`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

export async function countVersions(db: Db, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from software_versions v where ${conditionsOf(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

interface Portion {
  readonly limit: number
  readonly offset?: number
}

/** Newest first: those that upgrade tasks choose from by their numbers, others as they were saved. */
export async function findVersions(
  db: Db,
  filter: ListFilter,
  { limit, offset = 0, language, userId }: Portion & Reader,
): Promise<ListedVersion[]> {
  const order = filter.isForTasks ? sql`v.equip_type_id, v.part_type, v.rank desc, v.id desc` : sql`v.id desc`
  const { rows } = await sql<ListedVersion>`
    select v.id, v.file_name, v.md5, v.sha256, v.signature, v.file_size, v.format, v.locked,
      b.pcb_code, ${language === 'en' ? sql`coalesce(b.pcb_name_en, b.pcb_name)` : sql`b.pcb_name`} as pcb_name,
      b.apply_to, v.part_type, ${nameIn(language, 'p')} as part_type_name, v.sw_version as version, v.is_release,
      v.is_auto_upgrade, v.hw_version, v.mcu_num, v.equip_type_id, ${nameIn(language, 't')} as equip_type_name,
      ${isNewest} as is_newest, v.approved_at is not null as is_approved, v.approved_by_name as approve_by,
      v.approved_at as approve_time, v.uploaded_by is not distinct from ${userId} as is_mine,
      v.uploaded_by_name as create_by, v.created_at as create_time, v.updated_at as update_time, v.notes,
      v.version as revision
    from software_versions v join pcbs b on b.id = v.pcb_id join equip_types t on t.id = v.equip_type_id
      left join part_types p on p.equip_type_id = v.equip_type_id and p.code = v.part_type
    where ${conditionsOf(filter)} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function pageOfVersions(
  db: Db,
  filter: ListFilter,
  portion: Required<Portion> & Reader,
): Promise<Page<ListedVersion>> {
  const total = await countVersions(db, filter)
  return { rows: portion.offset >= total ? [] : await findVersions(db, filter, portion), total }
}

export interface Board {
  readonly id: number
  readonly pcbCode: string
  readonly pcbName: string
  readonly applyTo: string
  readonly equipTypeId: number
  readonly partType: string
}

export const findBoard = (db: Db, pcbCode: string, language: Language): Promise<Board | undefined> =>
  db
    .selectFrom('pcbs')
    .select(['id', 'pcbCode', 'applyTo', 'equipTypeId', 'partType'])
    .select(
      language === 'en'
        ? sql<string>`coalesce(pcb_name_en, pcb_name)`.as('pcbName')
        : 'pcbs.pcbName as pcbName',
    )
    .where('pcbCode', '=', pcbCode)
    .executeTakeFirst()

/** Of any model of the device type. */
export async function hasHardware(
  db: Db,
  { equipTypeId, partType }: Board,
  versionCode: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('hardwareVersions')
    .select('id')
    .where('equipTypeId', '=', equipTypeId)
    .where('partType', '=', partType)
    .where('versionCode', '=', versionCode)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export interface Upload {
  readonly fileId: number
  readonly fileName: string
  readonly contents: Contents
  readonly uploadedBy: number | null
}

export async function insertUpload(db: SystemDb, upload: Upload): Promise<void> {
  const { contents, ...row } = upload
  await db
    .insertInto('firmwareUploads')
    .values({ ...row, format: contents.format, contents: JSON.stringify(contents) })
    .execute()
}

export interface StoredUpload extends Upload {
  readonly key: string
  readonly size: number
  readonly md5: string
  readonly sha256: string
}

/** A file that this organization has brought and no version has taken yet. */
export async function findUpload(
  db: SystemDb,
  key: string,
  organizationId: number,
): Promise<StoredUpload | undefined> {
  const { rows } = await sql<StoredUpload>`
    select u.file_id, u.file_name, u.contents, u.uploaded_by, f.key, f.size, f.md5, f.sha256
    from firmware_uploads u join stored_files f on f.id = u.file_id
    where f.key = ${key} and f.organization_id = ${organizationId} and f.size is not null
      and f.expires_at is not null`.execute(db)
  return rows[0]
}

/** What somebody still does with a version. */
export async function usesOf(db: SystemDb, id: number): Promise<{ rollouts: number; upgrades: number }> {
  const { rows } = await sql<{ rollouts: number; upgrades: number }>`
    select (select count(*) from rollouts where kind = 'firmware' and body ->> 'versionId' = ${String(id)}
        and state in ('scheduled', 'running', 'paused', 'stopped')) as rollouts,
      (select count(*) from upgrade_jobs where version_id = ${id}
        and state in ('waiting', 'sent', 'running', 'proving')) as upgrades`.execute(db)
  return rows[0] ?? { rollouts: 0, upgrades: 0 }
}
