import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'
import { type Window, mostCounted } from '../../platform/http/paging.ts'
import { type Condition, manyDevices, ofDevice, ofEvent, within } from './condition-queries.ts'
import { type Criteria, type Drive, isByTime, wanted } from './drive-queries.ts'

export interface EventRow {
  id: number
  equipId: number
  equipCode: string
  isOnline: 0 | 1
  equipTypeId: number
  semaphoreCode: string
  value: number
  bitPosition: number | null
  isAlarm: boolean
  semaphoreName: string | null
  faultName: string | null
  content: string | null
  operatorName: string
  equipModelName: string
  occurrenceTime: string
  flag: boolean
}

/** A search that takes longer than this is given up: the caller is asked for a shorter range. */
const longestMs = 4_000

export async function limitTime(db: Db): Promise<void> {
  // a first page is a walk of milliseconds; to start workers for it takes longer
  await sql`select set_config('statement_timeout', ${String(longestMs)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(db)
}

const columns = sql`e.id, e.device_id, e.device_code, e.operator_id, e.equip_type_id, e.equip_model_id, e.kind,
  e.semaphore_code, e.value, e.bit_position, e.flag, e.content, e.occurred_at`
const newestFirst = sql`order by e.occurred_at desc, e.id desc`

interface Wanted {
  readonly window: Window
  readonly language: Language
}

/** A page of events, newest first. It is cut out before names are looked up for its rows. */
export async function eventPage(
  db: Db,
  criteria: Criteria,
  { window, language }: Wanted,
): Promise<EventRow[]> {
  const { limit } = window
  if (limit === 0) return []
  if (isWalkWorthwhile(criteria, window)) {
    const rows = await named(db, walked(criteria, window), language)
    if (rows.length === limit) return rows
  }
  return named(db, driven(criteria, window), language)
}

const since = ({ after }: Window): Condition =>
  after ? sql`(e.occurred_at, e.id) < (${after.at}, ${after.id})` : sql`true`

/** The quick ways first: what they find says how far back the slow one must look. */
function driven(criteria: Criteria, window: Window): Condition {
  const { limit, offset } = window
  const { drives } = criteria
  const ways = (isSlow: boolean, bound: Condition) =>
    drives
      .filter((drive) => Boolean(drive.isSlow) === isSlow)
      .map((drive) => way(drive, criteria, { window, bound }))
  const first = ways(false, sql`true`)
  if (first.length === 0)
    return sql`${sql.join(ways(true, sql`true`), sql` union all `)} ${newestFirst} limit ${limit} offset ${offset}`
  const quick = sql.join(first, sql` union all `)
  const oldest = sql`(select min(occurred_at) from quick having count(*) >= ${limit + offset})`
  const slow = ways(true, sql`e.occurred_at >= coalesce(${oldest}, '-infinity')`)
  return sql`
    with quick as materialized (select * from (${quick}) as e ${newestFirst} limit ${limit + offset})
    select * from (${sql.join([sql`select * from quick`, ...slow], sql` union all `)}) as e
    ${newestFirst} limit ${limit} offset ${offset}`
}

interface Stretch {
  readonly window: Window
  readonly bound: Condition
}

const way = (drive: Drive, criteria: Criteria, { window, bound }: Stretch) => sql`
  (select e.* from ${drive.keys} cross join lateral (
    select ${columns} from events e
    where ${drive.on} and ${wanted(criteria, drive)} and ${since(window)} and ${bound}
    ${newestFirst} limit ${window.limit + window.offset}
  ) as e)`

/** Below this many devices asking each of them is cheaper than any walk. */
const fewDevices = 200
const walkedRows = 8_000

const isWalkWorthwhile = ({ devices }: Criteria, { limit, offset }: Window): boolean =>
  Array.isArray(devices?.ids) && devices.ids.length > fewDevices && offset + limit <= 201

/** Of the newest events those of the devices: where the devices are many and speak, a page is found at once. */
const walked = (criteria: Criteria, window: Window) => {
  const ids = criteria.devices?.ids
  return sql`
  select ${columns} from (
    select ${columns} from events e where ${ofEvent(criteria)} and ${since(window)} ${newestFirst} limit ${walkedRows}
  ) as e where e.device_id = any(${ids === manyDevices ? [] : ids}::bigint[])
  ${newestFirst} limit ${window.limit} offset ${window.offset}`
}

async function named(db: Db, page: Condition, language: Language): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select page.id, page.device_id as equip_id, page.device_code as equip_code,
      coalesce(devices.is_online, 0) as is_online, page.equip_type_id, page.semaphore_code, page.value, page.bit_position,
      page.kind = 'alarm' as is_alarm, ${nameIn(language, 'signal')} as semaphore_name,
      ${nameIn(language, 'fault')} as fault_name, page.content, coalesce(operators.name, '') as operator_name,
      coalesce(${nameIn(language, 'model')}, '') as equip_model_name, page.occurred_at as occurrence_time, page.flag
    from (${page}) as page
    left join devices on devices.id = page.device_id
    left join equip_models model on model.id = page.equip_model_id
    left join operators on operators.id = page.operator_id
    left join dictionary signal on signal.type = 'ALARM' and signal.code = page.semaphore_code
    left join faults fault on page.kind = 'alarm' and fault.equip_classify = page.equip_type_id
      and fault.alarm_code = page.semaphore_code
      and (fault.bit_position = page.bit_position or (page.bit_position is null and fault.value = page.value))
    order by page.occurred_at desc, page.id desc`.execute(db)
  return rows
}

const most = mostCounted + 1

/** How many events there are, counted to one more than is ever said; and those of a page, where that is all of them. */
export interface Gathered {
  readonly counted: number
  readonly ids: readonly number[]
}

/** What can be counted to the end has been read to the end: the page is cut out of it without a second look. */
export async function gatherEvents(db: Db, criteria: Criteria, { limit, offset }: Window): Promise<Gathered> {
  const { rows } = await sql<Gathered>`
    with found as materialized (select * from (${foundBy(criteria)}) as event limit ${most}),
    counted as (select count(*) as events from found)
    select events as counted, array(
      select id from found where events < ${most} order by occurred_at desc, id desc limit ${limit} offset ${offset}
    )::float8[] as ids from counted`.execute(db)
  return rows[0] ?? { counted: 0, ids: [] }
}

const key = sql`e.id, e.occurred_at`

function foundBy(criteria: Criteria): Condition {
  const { devices, drives } = criteria
  // devices that are too many to be named have ten thousand events sooner than the newest events have those devices
  if (devices?.ids === manyDevices && isByTime(drives))
    return sql`
      select e.* from devices d cross join lateral (
        select ${key} from events e where e.device_id = d.id and ${ofEvent(criteria)} limit ${most}
      ) as e where ${ofDevice(devices.traits)}`
  // a country holds most of what there is: in whatever order, ten thousand are soon found
  const order = isByTime(drives) && !criteria.region ? newestFirst : sql``
  return sql.join(
    drives.map(
      (drive) => sql`
      (select e.* from ${drive.keys} cross join lateral (
        select ${key} from events e where ${drive.on} and ${wanted(criteria, drive)} ${order} limit ${most}
      ) as e)`,
    ),
    sql` union all `,
  )
}

/** Events by their ids, newest first. */
export const eventsOf = (
  db: Db,
  { ids, criteria }: { readonly ids: readonly number[]; readonly criteria: Criteria },
  language: Language,
): Promise<EventRow[]> =>
  named(
    db,
    sql`select ${columns} from events e where e.id = any(${ids}::bigint[]) and ${within(criteria)}`,
    language,
  )
