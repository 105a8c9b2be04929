import type { Tx } from '../../platform/link/messages.ts'
import type { Sighting } from './places.ts'

/** Storing a sighting again changes nothing; a battery that was deleted meanwhile leaves none. */
export async function storeSightings(tx: Tx, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return
  await tx.query(
    `insert into battery_places (device_id, at, cabinet_code, bay)
     select seen."deviceId", to_timestamp(seen.at / 1000.0), seen."cabinetCode", seen.bay
     from json_to_recordset($1::json) as seen ("deviceId" bigint, at bigint, "cabinetCode" text, bay smallint)
     join devices on devices.id = seen."deviceId"
     order by 1, 2 on conflict do nothing`,
    [JSON.stringify(sightings)],
  )
}
