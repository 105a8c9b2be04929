import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type DeviceTraits, manyDevices, mostDevices, ofDevice } from './condition-queries.ts'

/** Devices by whole codes, also those of a later owner. */
export async function idsOfCodes(db: Db, codes: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select device_ids_of_codes(${codes}::text[])::float8[] as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** The devices in sight that are so now, where they are not too many to be named. */
export async function devicesLike(db: Db, traits: DeviceTraits): Promise<number[] | typeof manyDevices> {
  const found = traits.address === undefined ? undefined : await idsByAddress(db, traits.address)
  const within = found === undefined || found.length > mostDevices ? undefined : found
  const { rows } = await sql<{ ids: number[] }>`
    select array(select d.id::float8 from devices d
      where ${ofDevice(traits)} ${within ? sql`and d.id = any(${within}::bigint[])` : sql``}
      limit ${mostDevices + 1}) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > mostDevices ? manyDevices : ids
}

async function idsByAddress(db: Db, part: string): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select device_ids_by_address(${part}, ${mostDevices + 1})::float8[] as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** Those of the operators that the caller sees: the events of others would be read one by one, and none be shown. */
export const operatorsInSight = (db: Db, ids: readonly number[]) =>
  db.selectFrom('operators').select(['id', 'organizationId']).where('id', 'in', ids).execute()

/** The manufacturers that the caller sees. */
export async function makersInSight(db: Db): Promise<number[]> {
  const found = await db.selectFrom('organizations').select('id').execute()
  return found.map(({ id }) => id)
}
