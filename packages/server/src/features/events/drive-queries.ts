import { sql } from 'kysely'
import { type Condition, type Criteria, all, manyDevices, ofDevice, ofEvent } from './condition-queries.ts'

/**
 * One way to the events of a search: for each key the newest events, by an index that begins with the key and goes on
 * with time. What else the search says is compared with those only.
 */
export interface Drive {
  /** A row a key, as `key`. */
  readonly keys: Condition
  /** Which event `e` belongs to a key. */
  readonly on: Condition
}

const mostKeys = 600

const byTime: Drive = { keys: sql`(values (1)) as key (one)`, on: sql`true` }

/** The narrowest way that the search offers; several drives where no single one leads to all of it. No event is on two. */
export function drivesOf({ devices, operatorIds, region, content, models }: Criteria): readonly Drive[] {
  if (devices && devices.ids !== manyDevices)
    return [{ keys: sql`unnest(${devices.ids}::bigint[]) as key (id)`, on: sql`e.device_id = key.id` }]
  if (operatorIds)
    return [{ keys: sql`unnest(${operatorIds}::bigint[]) as key (id)`, on: sql`e.operator_id = key.id` }]
  if (region && region.codes.length <= mostKeys)
    return [{ keys: sql`unnest(${region.codes}::text[]) as key (code)`, on: sql`e.region_code = key.code` }]
  if (content) return byContent([...content.signals, ...content.faults.map(({ code }) => code)])
  if (models && models.ids.length * models.makers.length <= mostKeys)
    return [
      {
        keys: sql`(select model, maker from unnest(${models.ids}::bigint[]) model, unnest(${models.makers}::bigint[]) maker) as key`,
        on: sql`e.equip_model_id = key.model and e.organization_id = key.maker`,
      },
    ]
  return [byTime]
}

/** What the signals say, and what devices said in their own words; the latter has no signal to be found by. */
function byContent(codes: readonly string[]): readonly Drive[] {
  const signals = [...new Set(codes)]
  const own = sql`e.kind = 'device' and e.content is not null`
  return [
    {
      keys: sql`unnest(${signals}::text[]) as key (code)`,
      on: sql`e.semaphore_code = key.code and not (${own})`,
    },
    { ...byTime, on: own },
  ]
}

export const isByTime = (drives: readonly Drive[]): boolean => drives[0] === byTime

/** All that the search says of an event, its device included where the devices are too many to drive by. */
export const wanted = (criteria: Criteria): Condition => {
  const { devices } = criteria
  // a sub-select that is not joined keeps the events in the order of their index
  const isSo =
    devices?.ids === manyDevices
      ? sql`(select true from devices d where d.id = e.device_id and ${ofDevice(devices.traits)})`
      : undefined
  return all([ofEvent(criteria), isSo])
}
