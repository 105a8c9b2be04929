import type { MapCluster, MapDevice, RegionHealth } from '@wattkeeper/contracts/api/fleet-map'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'
import { type Criteria, conditionsOf } from './list-queries.ts'

export interface Sight {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly zoom: number
}

/** So many devices are drawn one by one; more are gathered. */
const mostSingle = 300
/** A cluster for each square of so many pixels. */
const squarePx = 88
const worldPx = 256

const faulty = sql`exists (select from alarms where alarms.device_id = d.id)`

/** Whatever the box: the number of devices of the filter, and of those without a place; and how many stand in the box. */
export async function countInSight(db: Db, criteria: Criteria, sight: Sight) {
  const { rows } = await sql<{ total: number; unplaced: number; shown: number }>`
    select count(*) as total, count(*) filter (where d.longitude is null or d.latitude is null) as unplaced,
      count(*) filter (where ${within(sight)}) as shown
    from devices d where ${conditionsOf(criteria)}`.execute(db)
  return rows[0] ?? { total: 0, unplaced: 0, shown: 0 }
}

const within = ({ west, south, east, north }: Sight): RawBuilder<unknown> =>
  sql`d.longitude between ${west} and ${east} and d.latitude between ${south} and ${north}`

export const isSingle = (shown: number): boolean => shown <= mostSingle

export async function devicesInSight(
  db: Db,
  criteria: Criteria,
  { sight, language }: { readonly sight: Sight; readonly language: Language },
): Promise<MapDevice[]> {
  const { rows } = await sql<MapDevice>`
    select d.id, d.code, d.equip_type_id, ${nameIn(language, 'm')} as equip_model_name,
      coalesce(p.name, '') as operator_name, d.address, d.is_online,
      (select count(*) from alarms where alarms.device_id = d.id) as alarm_count, d.longitude, d.latitude
    from devices d join equip_models m on m.id = d.equip_model_id left join operators p on p.id = d.operator_id
    where ${conditionsOf(criteria)} and ${within(sight)} order by d.id limit ${mostSingle}`.execute(db)
  return rows
}

/** Devices of a square, by state. The squares are of the screen: in Mercator's projection a degree of latitude grows northwards. */
export async function clustersInSight(db: Db, criteria: Criteria, sight: Sight): Promise<MapCluster[]> {
  const square = (squarePx / worldPx / 2 ** sight.zoom) * 360
  const { rows } = await sql<MapCluster>`
    with shown as materialized (
      select d.longitude, d.latitude, d.is_online, active.device_id is not null as is_faulty,
        floor(d.longitude / ${square}::float8) as x,
        floor(degrees(ln(tan(radians(45 + least(greatest(d.latitude, -85), 85) / 2)))) / ${square}::float8) as y
      from devices d left join (select distinct device_id from alarms) active on active.device_id = d.id
      where ${conditionsOf(criteria)} and ${within(sight)}
    )
    select avg(longitude) as longitude, avg(latitude) as latitude, count(*) as count,
      count(*) filter (where not is_faulty and is_online = 1) as online,
      count(*) filter (where not is_faulty and is_online = 0) as offline,
      count(*) filter (where is_faulty) as faulty,
      array[min(longitude), min(latitude), max(longitude), max(latitude)] as box
    from shown group by x, y order by count desc limit 1000`.execute(db)
  return rows
}

const depths = { province: 3, city: 4 }

/** How many devices stand in each region of a level, and how many of them have an active alarm. */
export async function healthOfRegions(
  db: Db,
  criteria: Criteria,
  level: keyof typeof depths,
): Promise<RegionHealth[]> {
  const place = sql`d.region_path[${sql.lit(depths[level])}]`
  const { rows } = await sql<RegionHealth>`
    select ${place} as code, count(*) as devices, count(*) filter (where ${faulty}) as faulty
    from devices d where ${conditionsOf(criteria)} and ${place} is not null group by 1 order by 1`.execute(db)
  return rows
}
