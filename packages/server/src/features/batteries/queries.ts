import type { BatteryStay } from '@wattkeeper/contracts/api/batteries'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export async function findBattery(db: Db, id: number) {
  return db.selectFrom('devices').select('equipTypeId').where('id', '=', id).executeTakeFirst()
}

/** Sightings of the same place one after the other are one stay. */
const stays = (deviceId: number) => sql`
  select at as since, lead(at) over (order by at) as until, cabinet_code, bay from (
    select at, cabinet_code, bay,
      lag(cabinet_code) over (order by at) is distinct from cabinet_code or lag(bay) over (order by at) is distinct from bay as moved
    from battery_places where device_id = ${deviceId}
  ) as sighting where moved`

interface Window {
  readonly limit: number
  readonly offset: number
}

/** Newest first. */
export async function staysOf(db: Db, deviceId: number, { limit, offset }: Window): Promise<BatteryStay[]> {
  const { rows } = await sql<BatteryStay>`
    select stay.*, devices.id as cabinet_id from (${stays(deviceId)}) as stay
    left join devices on devices.code = stay.cabinet_code
    order by since desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countStays(db: Db, deviceId: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (${stays(deviceId)}) as stay`.execute(db)
  return rows[0]?.counted ?? 0
}
