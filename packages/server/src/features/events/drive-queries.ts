import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import {
  type Asked,
  type Condition,
  all,
  manyDevices,
  ofDevice,
  ofEvent,
  says,
  within,
} from './condition-queries.ts'
import { type ContentMatch, manyEvents } from './content-queries.ts'

/**
 * One way to the events of a search: for each key the newest events, by an index that begins with the key and goes on
 * with time. What else the search says is compared with those only.
 */
export interface Drive {
  /** A row a key, as `key`. */
  readonly keys: Condition
  /** Which event `e` belongs to a key. */
  readonly on: Condition
  /** Whether the way leads only to events whose content is as wanted. */
  readonly hasContent?: boolean
  /** Reads much that is not wanted: as little of it as need be. */
  readonly isSlow?: boolean
}

/** A search together with the way to its events. */
export interface Criteria extends Asked {
  readonly drives: readonly Drive[]
}

const mostKeys = 2_500

const byTime: readonly Drive[] = [{ keys: sql`(values (1)) as key (one)`, on: sql`true` }]

/**
 * The ways that a search offers to all of its events, the likeliest to be narrow first; each is one drive, or several
 * where no single one leads to all. No event is on two drives of a way.
 */
export function waysOf({
  devices,
  operatorIds,
  region,
  content,
  models,
  makers,
}: Asked): readonly (readonly Drive[])[] {
  const ways: (readonly Drive[])[] = []
  if (devices && devices.ids !== manyDevices)
    ways.push([{ keys: sql`unnest(${devices.ids}::bigint[]) as key (id)`, on: sql`e.device_id = key.id` }])
  if (operatorIds)
    ways.push([{ keys: sql`unnest(${operatorIds}::bigint[]) as key (id)`, on: sql`e.operator_id = key.id` }])
  if (content && (content.signals.length + content.faults.length) * makers.length <= mostKeys)
    ways.push(byContent(content, makers))
  if (region && region.codes.length <= mostKeys)
    ways.push([
      { keys: sql`unnest(${region.codes}::text[]) as key (code)`, on: sql`e.region_code = key.code` },
    ])
  if (models && models.length * makers.length <= mostKeys)
    ways.push([
      {
        keys: sql`(select model, maker from unnest(${models}::bigint[]) model, unnest(${makers}::bigint[]) maker) as key`,
        on: sql`e.equip_model_id = key.model and e.organization_id = key.maker`,
      },
    ])
  return ways.length > 0 ? ways : [byTime]
}

/** What signals and faults are called, and what devices said in their own words. */
function byContent(match: ContentMatch, makers: readonly number[]): readonly Drive[] {
  const { signals, faults } = match
  const maker = sql`unnest(${makers}::bigint[]) maker`
  const named: Drive = {
    keys: sql`(select code, maker from unnest(${signals}::text[]) code, ${maker}) as key`,
    on: sql`e.semaphore_code = key.code and e.organization_id = key.maker`,
    hasContent: true,
  }
  const faulty: Drive = {
    keys: sql`(select distinct * from unnest(${faults.map(({ code }) => code)}::text[],
      ${faults.map(({ value }) => value)}::bigint[], ${faults.map(({ equipTypeId }) => equipTypeId)}::bigint[])
      as fault (code, value, type), ${maker}) as key`,
    on: sql`e.semaphore_code = key.code and e.value = key.value and e.equip_type_id = key.type
      and e.organization_id = key.maker and e.kind = 'alarm'`,
    hasContent: true,
  }
  return [
    ...(signals.length > 0 ? [named] : []),
    ...(faults.length > 0 ? [faulty] : []),
    ...bySaying(match, maker),
  ]
}

function bySaying({ part, signals, saying }: ContentMatch, maker: Condition): readonly Drive[] {
  const isOwn = sql`e.kind = 'device' and e.semaphore_code <> all(${signals}::text[])`
  if (saying === manyEvents)
    return [
      {
        keys: sql`(select maker from ${maker}) as key`,
        on: sql`e.organization_id = key.maker and ${isOwn} and ${says(part)}`,
        hasContent: true,
        isSlow: true,
      },
    ]
  if (saying.length === 0) return []
  return [
    {
      keys: sql`(values (1)) as key (one)`,
      on: sql`e.id = any(${saying}::bigint[]) and ${isOwn}`,
      hasContent: true,
    },
  ]
}

export const isByTime = (drives: readonly Drive[]): boolean => drives === byTime

/** Beyond so many, which way is the narrowest makes no difference any more. */
const mostWeighed = 10_000

/** The way with the fewest events within the time, counted by its index; of equals the first. No drive: nothing can match. */
export async function narrowestOf(db: Db, asked: Asked): Promise<readonly Drive[]> {
  const ways = waysOf(asked)
  const [first = byTime] = ways
  const deadEnd = ways.find((way) => way.length === 0)
  if (deadEnd) return deadEnd
  if (ways.length === 1) return first
  const { rows } = await sql<{ weights: number[] }>`
    select array[${sql.join(ways.map((way) => weightOf(way, asked)))}]::integer[] as weights`.execute(db)
  const weights = rows[0]?.weights ?? []
  return ways[weights.indexOf(Math.min(...weights))] ?? first
}

const weightOf = (way: readonly Drive[], asked: Asked): Condition => sql`
  (select count(*) from (${sql.join(
    way.map(
      ({ keys, on }) => sql`
      (select from ${keys} cross join lateral (
        select from events e where ${on} and ${within(asked)} limit ${mostWeighed}) as e)`,
    ),
    sql` union all `,
  )} limit ${mostWeighed}) as event)`

/** All that the search says of an event, its device included where the devices are too many to drive by. */
export const wanted = (asked: Asked, { hasContent }: Drive): Condition => {
  const { devices } = asked
  // a sub-select that is not joined keeps the events in the order of their index
  const isSo =
    devices?.ids === manyDevices
      ? sql`(select true from devices d where d.id = e.device_id and ${ofDevice(devices.traits)})`
      : undefined
  return all([ofEvent(asked, { hasContent: hasContent ?? false }), isSo])
}
