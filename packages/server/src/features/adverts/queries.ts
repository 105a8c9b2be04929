import type { Advert } from '@wattkeeper/contracts/api/adverts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere } from '../../platform/database/text.ts'
import type { Scope } from '../../platform/database/database.ts'

interface Asked {
  readonly adName?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly now: string
}

const named = (adName: string | undefined): RawBuilder<boolean> =>
  adName === undefined ? sql`true` : sql`ad_name ilike ${anywhere(adName)}`

export async function countAdverts(db: Db, adName: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from adverts where ${named(adName)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface AdvertRow extends Omit<Advert, 'adStartTime' | 'adEndTime' | 'fgDelete'> {
  readonly startsAt: string
  readonly endsAt: string | null
}

/** With the screens that the caller sees: all that it is meant for, and those that play it. */
export async function findAdverts(db: Db, { adName, limit, offset, now }: Asked): Promise<AdvertRow[]> {
  const { rows } = await sql<AdvertRow>`
    with shown as materialized (
      select * from adverts where ${named(adName)} order by id desc limit ${limit} offset ${offset}
    )
    select shown.id, ad_name, annex_url, file_name as file_mame, content_type, size, created_at as create_time,
      created_by_name as create_by, starts_at, ends_at,
      case when starts_at > ${now} then 'waiting' when ends_at <= ${now} then 'over' else 'playing' end as state,
      (select count(*) from devices d where advert_reaches(shown::adverts, d)) as screens,
      (select count(*) from advert_screens s left join commands c on c.id = s.command_id
        where (case when c.state = 'done' and c.result = 1 then s.wanted else s.shown end) @> array[shown.id]) as screens_on
    from shown order by shown.id desc`.execute(db)
  return rows
}

export interface NewRow {
  readonly organizationId: number
  readonly adName: string
  readonly fileId: number
  readonly annexUrl: string
  readonly fileName: string
  readonly contentType: string
  readonly size: number
  readonly startsAt: string
  readonly endsAt: string | null
  readonly createdBy: number
  readonly createdByName: string
}

/** The scope's settings are written down as they are now. */
export async function insertAdvert(db: Db, row: NewRow, { settings }: Scope): Promise<number> {
  const part = (name: string) => settings[name] || null
  const { id } = await db
    .insertInto('adverts')
    .values({
      ...row,
      scopeOrganization: sql`${part('app.organization')}::bigint`,
      scopeOperators: sql`${part('app.operators')}::bigint[]`,
      scopeTypes: sql`${part('app.types')}::bigint[]`,
      scopeRegions: sql`${part('app.regions')}::text[]`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findAdvert(db: Db, id: number) {
  return db
    .selectFrom('adverts')
    .innerJoin('storedFiles as file', 'file.id', 'adverts.fileId')
    .select(['adverts.fileName', 'adverts.contentType', 'file.key'])
    .where('adverts.id', '=', id)
    .executeTakeFirst()
}

/** Answers the file that nobody needs any more. */
export async function deleteAdvert(db: Db, id: number): Promise<number | undefined> {
  const deleted = await db.deleteFrom('adverts').where('id', '=', id).returning('fileId').executeTakeFirst()
  return deleted?.fileId
}

/** An uploaded file of the organization that no advertisement has yet. */
export async function findAnnex(db: Db, key: string, organizationId: number) {
  return db
    .selectFrom('storedFiles')
    .select(['id', 'size'])
    .where('key', '=', key)
    .where('organizationId', '=', organizationId)
    .where('size', 'is not', null)
    .where('expiresAt', 'is not', null)
    .executeTakeFirst()
}
