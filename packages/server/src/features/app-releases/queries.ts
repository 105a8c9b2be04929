import type { AppPlatform, AppRelease } from '@wattkeeper/contracts/api/app-releases'
import type { Page } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

export interface ReleaseFilter {
  readonly appCode?: string
  readonly platform?: AppPlatform
  readonly pageNum: number
  readonly pageSize: number
}

/** Where a release leads; `address` knows how to write the one of a package. */
interface Target {
  readonly id: number
  readonly url: string | null
  readonly fileName: string | null
}

type ListedRow = Omit<AppRelease, 'url'> & Target

const newestRank = sql<boolean>`rank = max(rank) over (partition by app_code, app_releases.platform)`

/** Newest first within each app and platform; what is newest is decided among all of them, not on this page. */
export async function listReleases(db: Db, filter: ReleaseFilter): Promise<Page<ListedRow>> {
  const { appCode, platform, pageNum, pageSize } = filter
  const found = db
    .selectFrom('appReleases')
    .$if(appCode !== undefined, (query) => query.where('appCode', '=', appCode ?? ''))
    .$if(platform !== undefined, (query) => query.where('appReleases.platform', '=', platform ?? ''))
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('storedFiles', 'storedFiles.id', 'appReleases.fileId')
    .select(['appReleases.id', 'appCode', 'version', 'notes', 'url', 'fileName', 'downloads'])
    .select(sql<AppPlatform>`app_releases.platform`.as('platform'))
    .select(['storedFiles.size as fileSize', 'storedFiles.sha256'])
    .select(['createdBy as createBy', 'appReleases.createdAt as createTime', newestRank.as('isNewest')])
    .orderBy('appCode')
    .orderBy('appReleases.platform')
    .orderBy('rank', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { rows, total }
}

export async function newestRelease(
  db: SystemDb,
  { appCode, platform }: { readonly appCode: string; readonly platform: string },
): Promise<Target | undefined> {
  return db
    .selectFrom('appReleases')
    .select(['id', 'url', 'fileName'])
    .where('appCode', '=', appCode)
    .where('platform', '=', platform)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface NewRow {
  readonly appCode: string
  readonly platform: AppPlatform
  readonly version: string
  readonly notes: string
  readonly url: string | null
  readonly fileId: number | null
  readonly fileName: string | null
  readonly createdBy: string
}

export async function insertRelease(db: Db, row: NewRow): Promise<{ id: number }> {
  return db.insertInto('appReleases').values(row).returning('id').executeTakeFirstOrThrow()
}

export async function deleteRelease(db: Db, id: number) {
  return db.deleteFrom('appReleases').where('id', '=', id).returning('fileId').executeTakeFirst()
}

/** The package of a release, as long as both are there. */
export async function packageOf(db: SystemDb, id: number) {
  return db
    .selectFrom('appReleases')
    .innerJoin('storedFiles', 'storedFiles.id', 'appReleases.fileId')
    .select(['key', 'size', 'sha256', 'fileName', 'storedFiles.createdAt'])
    .where('appReleases.id', '=', id)
    .executeTakeFirst()
}

export async function countDownload(db: SystemDb, id: number): Promise<void> {
  await db
    .updateTable('appReleases')
    .set(({ eb }) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
