import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

/** Without advertisements, now and before, there is nothing to tell anybody. */
export async function hasAny(db: SystemDb): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from adverts) or exists (select from advert_screens where wanted <> '{}' or shown <> wanted)
  `.execute(db)
  return rows.length > 0
}

/** One process at a time decides what screens are told. */
export async function takeTurn(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('adverts.publish'))`.execute(db)
}

/** What devices have confirmed is what they show. */
export async function settleShown(db: Db): Promise<void> {
  await sql`
    update advert_screens set shown = wanted from commands
    where commands.id = command_id and commands.state = 'done' and commands.result = 1 and shown <> wanted`.execute(
    db,
  )
}

export interface DueScreen {
  readonly deviceId: number
  readonly wanted: readonly number[]
}

interface Due {
  readonly now: string
  /** A screen that did not do as it was told is told again from then on. */
  readonly retryBefore: string
  readonly limit: number
}

/** Screens that should play something else than they were told, or did not do as they were told. */
export async function dueScreens(db: Db, { now, retryBefore, limit }: Due): Promise<DueScreen[]> {
  const { rows } = await sql<DueScreen>`
    with active as materialized (
      select * from adverts where starts_at <= ${now} and (ends_at is null or ends_at > ${now})
    ), desired as (
      select d.id as device_id,
        array(select a.id from active a where advert_reaches(a::adverts, d) order by a.starts_at, a.id) as wanted
      from devices d where d.equip_type_id = 3
    )
    select desired.device_id, to_jsonb(desired.wanted) as wanted
    from desired left join advert_screens s using (device_id) left join commands c on c.id = s.command_id
    where desired.wanted <> coalesce(s.wanted, '{}')
      or (s.shown <> s.wanted and (c.id is null
        or (c.state = 'done' and c.result <> 1 and (c.reason = 'expired' or s.asked_at < ${retryBefore}))))
    order by desired.device_id limit ${limit}`.execute(db)
  return rows
}

export async function advertsById(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('adverts')
    .select(['id', 'adName', 'fileId', 'startsAt', 'endsAt'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function noteAsked(
  db: Db,
  { deviceId, wanted }: DueScreen,
  { commandId, now }: { readonly commandId: number; readonly now: string },
): Promise<void> {
  const asked = { wanted: [...wanted], commandId, askedAt: now }
  await db
    .insertInto('advertScreens')
    .values({ deviceId, ...asked })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(asked))
    .execute()
}
