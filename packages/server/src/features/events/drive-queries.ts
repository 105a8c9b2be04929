import { sql } from 'kysely'
import {
  type Condition,
  type Criteria,
  all,
  manyDevices,
  ofDevice,
  ofEvent,
  says,
} from './condition-queries.ts'
import type { ContentMatch } from './content-queries.ts'

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

const mostKeys = 1_000

const byTime: Drive = { keys: sql`(values (1)) as key (one)`, on: sql`true` }

/** The narrowest way that the search offers; several drives where no single one leads to all of it. No event is on two. */
export function drivesOf({
  devices,
  operatorIds,
  region,
  content,
  models,
  makers,
}: Criteria): readonly Drive[] {
  if (devices && devices.ids !== manyDevices)
    return [{ keys: sql`unnest(${devices.ids}::bigint[]) as key (id)`, on: sql`e.device_id = key.id` }]
  if (operatorIds)
    return [{ keys: sql`unnest(${operatorIds}::bigint[]) as key (id)`, on: sql`e.operator_id = key.id` }]
  if (region && region.codes.length <= mostKeys)
    return [{ keys: sql`unnest(${region.codes}::text[]) as key (code)`, on: sql`e.region_code = key.code` }]
  if (content && (content.signals.length + content.faults.length) * makers.length <= mostKeys)
    return byContent(content, makers)
  if (models && models.length * makers.length <= mostKeys)
    return [
      {
        keys: sql`(select model, maker from unnest(${models}::bigint[]) model, unnest(${makers}::bigint[]) maker) as key`,
        on: sql`e.equip_model_id = key.model and e.organization_id = key.maker`,
      },
    ]
  return [byTime]
}

/** What signals and faults are called, and what devices said in their own words; no event is on two of the ways. */
function byContent({ part, signals, faults }: ContentMatch, makers: readonly number[]): readonly Drive[] {
  const other = faults.filter(({ code }) => !signals.includes(code))
  const maker = sql`unnest(${makers}::bigint[]) maker`
  return [
    {
      keys: sql`(select code, maker from unnest(${signals}::text[]) code, ${maker}) as key`,
      on: sql`e.semaphore_code = key.code and e.organization_id = key.maker and e.kind = 'alarm'`,
      hasContent: true,
    },
    {
      keys: sql`(select distinct * from unnest(${other.map(({ code }) => code)}::text[],
        ${other.map(({ value }) => value)}::bigint[], ${other.map(({ equipTypeId }) => equipTypeId)}::bigint[])
        as fault (code, value, type), ${maker}) as key`,
      on: sql`e.semaphore_code = key.code and e.organization_id = key.maker and e.value = key.value
        and e.equip_type_id = key.type and e.kind = 'alarm'`,
      hasContent: true,
    },
    {
      keys: sql`(select maker from ${maker}) as key`,
      on: sql`e.organization_id = key.maker and e.kind = 'device' and (e.semaphore_code = any(${signals}::text[]) or ${says(part)})`,
      hasContent: true,
      isSlow: true,
    },
  ]
}

export const isByTime = (drives: readonly Drive[]): boolean => drives[0] === byTime

/** All that the search says of an event, its device included where the devices are too many to drive by. */
export const wanted = (criteria: Criteria, { hasContent }: Drive): Condition => {
  const { devices } = criteria
  // a sub-select that is not joined keeps the events in the order of their index
  const isSo =
    devices?.ids === manyDevices
      ? sql`(select true from devices d where d.id = e.device_id and ${ofDevice(devices.traits)})`
      : undefined
  return all([ofEvent(criteria, { hasContent: hasContent ?? false }), isSo])
}
