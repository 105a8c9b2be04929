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
/** More than any screen has squares. */
const mostClusters = 4000
const worldPx = 256

const within = ({ west, south, east, north }: Sight): RawBuilder<unknown> =>
  sql`(d.longitude between ${west} and ${east} and d.latitude between ${south} and ${north})`

/** Devices with an active alarm. */
const faulty = sql`(select distinct device_id from alarms) faulty`

/** In radians, as tall as the screen draws it: a degree of latitude grows northwards. */
const mercator = sql`asinh(tan(radians(d.latitude)))`
/** A square is one number, which is gathered by faster than two. At the nearest zoom there are ten million in a row. */
const rowOfSquares = 1e8
const outside = 1e18

/** A pass is short: on a busy machine the start of more workers takes longer. */
async function onOneCore(db: Db): Promise<void> {
  await sql`select set_config('max_parallel_workers_per_gather', '0', true)`.execute(db)
}

export interface Gathered {
  /** Of the filter, wherever; and those without a place. */
  readonly total: number
  readonly unplaced: number
  /** In the box. */
  readonly shown: number
  readonly clusters: readonly MapCluster[]
}

/**
 * One pass over the devices of the filter: those in the box by square and state, the others counted. The squares are of
 * the screen.
 */
export async function gatherInSight(db: Db, criteria: Criteria, sight: Sight): Promise<Gathered> {
  const square = (squarePx / worldPx / 2 ** sight.zoom) * 360
  await onOneCore(db)
  const [x, y] = [
    sql`d.longitude / ${square}::float8`,
    sql`${mercator} / ${(square * Math.PI) / 180}::float8`,
  ]
  const { rows } = await sql<MapCluster & { readonly square: number | null }>`
    with placed as (
      select d.longitude, d.latitude, d.is_online, faulty.device_id is not null as is_faulty,
        case when ${within(sight)} then floor(${x}) * ${sql.lit(rowOfSquares)} + floor(${y})
          when d.longitude is null or d.latitude is null then null
          else ${sql.lit(outside)} end as square
      from devices d left join ${faulty} on faulty.device_id = d.id
      where ${conditionsOf(criteria)}
    )
    select square, sum(longitude) / count(*) as longitude, sum(latitude) / count(*) as latitude, count(*) as count,
      count(*) filter (where not is_faulty and is_online = 1) as online,
      count(*) filter (where not is_faulty and is_online = 0) as offline,
      count(*) filter (where is_faulty) as faulty,
      array[min(longitude), min(latitude), max(longitude), max(latitude)] as box
    from placed group by square order by coalesce(square, ${sql.lit(outside)}) = ${sql.lit(outside)} desc, count desc
    limit ${mostClusters}`.execute(db)
  const countOf = (groups: typeof rows) => groups.reduce((sum, { count }) => sum + count, 0)
  const clusters = rows.filter(({ square }) => square !== null && square !== outside)
  return {
    total: countOf(rows),
    unplaced: countOf(rows.filter(({ square }) => square === null)),
    shown: countOf(clusters),
    clusters: clusters.map(({ square: _, ...cluster }) => cluster),
  }
}

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

const depths = { province: 3, city: 4 }

/** How many devices stand in each region of a level, and how many of them have an active alarm. */
export async function healthOfRegions(
  db: Db,
  criteria: Criteria,
  level: keyof typeof depths,
): Promise<RegionHealth[]> {
  await onOneCore(db)
  const place = sql`d.region_path[${sql.lit(depths[level])}]`
  const { rows } = await sql<RegionHealth>`
    select ${place} as code, count(*) as devices, count(faulty.device_id) as faulty
    from devices d left join ${faulty} on faulty.device_id = d.id where ${conditionsOf(criteria)} and ${place} is not null group by 1 order by 1`.execute(
    db,
  )
  return rows
}
