import { type RawBuilder, sql } from 'kysely'
import { anywhere } from '../../platform/database/text.ts'
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
export interface Criteria {
  readonly startTime: string
  readonly endTime: string | undefined
  readonly organizationId: number | undefined
  readonly operatorIds: readonly number[] | undefined
  /** With the manufacturers whose events are in question. */
  readonly models: { readonly ids: readonly number[]; readonly makers: readonly number[] } | undefined
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

/** Everything that an event `e` must fulfil by itself, whichever way it is found. */
export const ofEvent = ({ startTime, endTime, organizationId, ...rest }: Criteria): Condition =>
  all([
    sql`e.occurred_at >= ${startTime}`,
    endTime === undefined ? undefined : sql`e.occurred_at <= ${endTime}`,
    organizationId === undefined ? undefined : sql`e.organization_id = ${organizationId}`,
    rest.operatorIds && sql`e.operator_id = any(${rest.operatorIds}::bigint[])`,
    rest.models && sql`e.equip_model_id = any(${rest.models.ids}::bigint[])`,
    rest.region && sql`e.region_path[${sql.lit(rest.region.depth)}] = ${rest.region.code}`,
    rest.content && matching(rest.content),
  ])

function matching({ part, signals, faults }: ContentMatch): Condition {
  const alternatives = [
    sql`(e.content is not null and strpos(lower(e.content), lower(${part})) > 0)`,
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
    address === undefined ? undefined : sql`lower(d.address) like ${anywhere(address.toLowerCase())}`,
  ])
