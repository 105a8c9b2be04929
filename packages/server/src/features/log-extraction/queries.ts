import type { LogLevel, LogProgress, StoredLog } from '@wattkeeper/contracts/api/log-extraction'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

export async function levelsOf(db: Db, equipTypeId: number, language: Language): Promise<LogLevel[]> {
  return db
    .selectFrom('logLevels')
    .select(['code', nameIn(language, 'logLevels').as('name'), 'fileType'])
    .where('equipTypeId', '=', equipTypeId)
    .orderBy('sort')
    .orderBy('code')
    .execute()
}

export async function findLevel(db: Db, equipTypeId: number, code: string) {
  return db
    .selectFrom('logLevels')
    .select(['code', 'name', 'nameEn', 'fileType'])
    .where('equipTypeId', '=', equipTypeId)
    .where('code', '=', code)
    .executeTakeFirst()
}

/** A device that the caller sees, by its whole code. */
export async function findDevice(db: Db, code: string) {
  return db
    .selectFrom('devices')
    .select(['id', 'code', 'equipTypeId', 'operatorId', 'regionPath', 'isOnline'])
    .where('code', '=', code)
    .executeTakeFirst()
}

export interface NewExtraction {
  readonly deviceId: number
  readonly deviceCode: string
  readonly organizationId: number
  readonly operatorId: number
  readonly equipTypeId: number
  readonly regionPath: string[]
  readonly level: string
  readonly levelName: string
  readonly levelNameEn: string | null
  readonly fileType: string
  readonly startsAt: string
  readonly stopsAt: string
  readonly linkId: number
  readonly endsAt: string
  readonly createdAt: string
  readonly createdBy: number
  readonly createdByName: string
}

export async function insertExtraction(db: Db, extraction: NewExtraction): Promise<number> {
  const row = await db
    .insertInto('logExtractions')
    .values(extraction)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function noteCommand(db: Db, id: number, commandId: number): Promise<void> {
  await db.updateTable('logExtractions').set({ commandId }).where('id', '=', id).execute()
}

/** An extraction with all that decides whether it is over. */
export async function standOf(db: SystemDb, id: number) {
  return db
    .selectFrom('logExtractions as asked')
    .leftJoin('deviceLinks as link', 'link.id', 'asked.linkId')
    .leftJoin('storedFiles as file', 'file.id', 'link.fileId')
    .leftJoin('commands as command', 'command.id', 'asked.commandId')
    .select(['asked.id', 'asked.linkId', 'asked.deviceCode', 'asked.level', 'asked.fileType', 'asked.state'])
    .select(['asked.message', 'asked.name', 'asked.createdAt', 'asked.endsAt', 'asked.fileId as keptFileId'])
    .select(['link.fileId', 'link.activeAt', 'link.failure', 'file.size', 'file.key'])
    .select(['command.state as commandState', 'command.result', 'command.reason'])
    .select('command.message as commandMessage')
    .where('asked.id', '=', id)
    .executeTakeFirst()
}

export interface Ending {
  readonly state: string
  readonly finishedAt: string
  readonly message: string | null
  readonly name: string | null
  readonly fileId: number | null
}

/** False when somebody else has ended it meanwhile. */
export async function endExtraction(db: SystemDb, id: number, ending: Ending): Promise<boolean> {
  const ended = await db
    .updateTable('logExtractions')
    .set({ ...ending })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Extractions of one device, or of all, that are not known to be over. */
export async function waitingIds(db: SystemDb, deviceId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('logExtractions')
    .select('id')
    .where('state', '=', 'waiting')
    .$if(deviceId !== undefined, (some) => some.where('deviceId', '=', deviceId ?? 0))
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

export async function progressOf(db: Db, deviceId: number): Promise<LogProgress | undefined> {
  const state: RawBuilder<LogProgress['state']> =
    sql`case when link.active_at is null then 'asked' else 'receiving' end`
  return db
    .selectFrom('logExtractions as asked')
    .leftJoin('deviceLinks as link', 'link.id', 'asked.linkId')
    .select([
      state.as('state'),
      sql<number>`coalesce(link.received_bytes, 0)`.as('receivedBytes'),
      'asked.createdAt as createTime',
    ])
    .where('asked.deviceId', '=', deviceId)
    .where('asked.state', '=', 'waiting')
    .executeTakeFirst()
}

const mostListed = 500

export async function storedLogs(db: Db, deviceId: number, language: Language): Promise<StoredLog[]> {
  const levelName =
    language === 'en'
      ? sql<string>`coalesce(asked.level_name_en, asked.level_name)`
      : sql<string>`asked.level_name`
  return db
    .selectFrom('logExtractions as asked')
    .innerJoin('storedFiles as file', 'file.id', 'asked.fileId')
    .select([sql<string>`asked.name`.as('name'), sql<number>`file.size`.as('size'), 'asked.level'])
    .select([levelName.as('levelName'), 'asked.fileType', 'asked.startsAt as startTime'])
    .select(['asked.stopsAt as endTime', 'asked.createdAt as createTime', 'asked.createdByName as createBy'])
    .select('file.expiresAt as expireTime')
    .where('asked.deviceId', '=', deviceId)
    .where('asked.state', '=', 'stored')
    .where('asked.name', 'is not', null)
    .orderBy('asked.id', 'desc')
    .limit(mostListed)
    .execute()
}

/** A stored log that the caller sees. */
export async function findLog(db: Db, name: string) {
  return db
    .selectFrom('logExtractions as asked')
    .innerJoin('storedFiles as file', 'file.id', 'asked.fileId')
    .select(['file.key', 'asked.fileType'])
    .where('asked.name', '=', name)
    .executeTakeFirst()
}

export async function forgetExtractions(db: SystemDb, before: string): Promise<void> {
  await db.deleteFrom('logExtractions').where('finishedAt', '<', before).where('fileId', 'is', null).execute()
}
