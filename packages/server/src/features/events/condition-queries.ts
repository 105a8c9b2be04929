import { type RawBuilder, sql } from 'kysely'
import type { Subtree } from '../regions/index.ts'
import type { ContentMatch } from './content-queries.ts'

/** Of devices as they are now. */
export interface DeviceTraits {
  readonly ids: readonly number[] | undefined
  readonly status: number | undefined
  readonly isOnline: number | undefined
  readonly address: string | undefined
}

/** So many devices are named to the database; more are looked at event by event. */
export const mostDevices = 5_000
/** Stands for more than that. */
export const manyDevices = 'many'

/** A search with everything that it names looked up. */
export interface Asked {
  readonly startTime: string
  readonly endTime: string | undefined
  readonly organizationId: number | undefined
  readonly operatorIds: readonly number[] | undefined
  readonly models: readonly number[] | undefined
  /** The manufacturers whose events are in question: one, or those in sight where models or content are asked for. */
  readonly makers: readonly number[]
  readonly region: (Subtree & { readonly code: string }) | undefined
  readonly content: ContentMatch | undefined
  readonly devices:
    { readonly traits: DeviceTraits; readonly ids: readonly number[] | typeof manyDevices } | undefined
}

export type Condition = RawBuilder<unknown>

export const all = (conditions: readonly (Condition | undefined)[]): Condition => {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}

export const within = ({ startTime, endTime }: Pick<Asked, 'startTime' | 'endTime'>): Condition =>
  all([
    sql`e.occurred_at >= ${startTime}`,
    endTime === undefined ? undefined : sql`e.occurred_at <= ${endTime}`,
  ])

/** Everything that an event `e` must fulfil by itself; its content where the way to it has not seen to that. */
export const ofEvent = (
  { startTime, endTime, organizationId, ...rest }: Asked,
  { hasContent = false } = {},
): Condition =>
  all([
    within({ startTime, endTime }),
    organizationId === undefined ? undefined : sql`e.organization_id = ${organizationId}`,
    rest.operatorIds && sql`e.operator_id = any(${rest.operatorIds}::bigint[])`,
    rest.models && sql`e.equip_model_id = any(${rest.models}::bigint[])`,
    rest.region && isHalf(sql`e.region_path[${sql.lit(rest.region.depth)}] = ${rest.region.code}`),
    hasContent ? undefined : rest.content && isHalf(matching(rest.content)),
  ])

/**
 * What the planner cannot estimate it takes for one row in two hundred, and would rather sort a month than walk an index
 * for ten rows; this it takes for one in two.
 */
const isHalf = (condition: Condition): Condition => sql`coalesce(${condition}, false)`

/** A part of what a device said in its own words. */
export const says = (part: string): Condition => isHalf(sql`${contains(sql`e.content`, part)}`)

/** Where a text has no capitals, the column is not made small either: that costs more than the search. */
const contains = (column: Condition, part: string): Condition =>
  part.toLowerCase() === part.toUpperCase()
    ? sql`strpos(${column}, ${part}) > 0`
    : sql`strpos(lower(${column}), lower(${part})) > 0`

function matching({ part, signals, faults }: ContentMatch): Condition {
  const alternatives = [
    sql`(e.content is not null and ${contains(sql`e.content`, part)})`,
    signals.length > 0 ? sql`e.semaphore_code = any(${signals}::text[])` : undefined,
    ...faults.map(
      ({ equipTypeId, code, value }) =>
        sql`(e.semaphore_code = ${code} and e.value = ${value} and e.equip_type_id = ${equipTypeId})`,
    ),
  ].filter((alternative) => alternative !== undefined)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** What a device `d` must be now. */
export const ofDevice = ({ ids, status, isOnline, address }: DeviceTraits): Condition =>
  all([
    ids && sql`d.id = any(${ids}::bigint[])`,
    status === undefined ? undefined : sql`d.status = ${status}`,
    isOnline === undefined ? undefined : sql`d.is_online = ${isOnline}`,
    address === undefined ? undefined : contains(sql`d.address`, address),
  ])
