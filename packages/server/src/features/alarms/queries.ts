import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type Window, mostCounted } from '../../platform/http/paging.ts'
import type { ContentMatch } from './content-queries.ts'

/** Active alarms and recovered ones are two tables of nearly the same columns. */
export type Shelf = 'current' | 'history'

const shelves = {
  current: { table: sql`alarms`, recoveredAt: sql`null::timestamptz`, status: sql`1` },
  history: { table: sql`alarm_history`, recoveredAt: sql`recovered_at`, status: sql`0` },
}

export interface AlarmQuery {
  readonly organizationId?: number | undefined
  readonly operatorId?: number | undefined
  readonly modelIds?: readonly number[] | undefined
  readonly equipId?: number | undefined
  readonly level?: number | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly content?: ContentMatch | undefined
  /**
   * The operators that the caller is narrowed to, said once more: a policy cannot name an index, because it must also
   * hold for those who are not narrowed.
   */
  readonly withinOperators?: readonly number[] | undefined
}

const whichever = (query: AlarmQuery) => {
  const {
    organizationId,
    operatorId,
    modelIds,
    equipId,
    level,
    startTime,
    endTime,
    content,
    withinOperators,
  } = query
  const conditions = [
    organizationId === undefined ? undefined : sql`organization_id = ${organizationId}`,
    operatorId === undefined ? undefined : sql`operator_id = ${operatorId}`,
    modelIds?.length ? sql`equip_model_id = any(${modelIds}::bigint[])` : undefined,
    equipId === undefined ? undefined : sql`device_id = ${equipId}`,
    level === undefined ? undefined : sql`alarm_level = ${level}`,
    startTime === undefined ? undefined : sql`occurred_at >= ${startTime}`,
    endTime === undefined ? undefined : sql`occurred_at <= ${endTime}`,
    content && matching(content),
    withinOperators?.length === 1 ? sql`operator_id = ${withinOperators[0]}` : undefined,
    withinOperators && withinOperators.length > 1
      ? sql`operator_id = any(${withinOperators}::bigint[])`
      : undefined,
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** An alternative that matches nothing is left out, so that the others may use an index. */
function matching({ signals, faults, devices, part }: ContentMatch) {
  const alternatives = [
    signals.length > 0 ? sql`semaphore_code = any(${signals}::text[])` : undefined,
    ...faults.map(
      ({ equipTypeId, code, value }) =>
        sql`(semaphore_code = ${code} and value = ${value} and equip_type_id = ${equipTypeId})`,
    ),
    devices === 'many' ? sql`strpos(lower(device_code), lower(${part})) > 0` : undefined,
    devices !== 'many' && devices.length > 0 ? sql`device_id = any(${devices}::bigint[])` : undefined,
  ].filter((alternative) => alternative !== undefined)
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}

export interface AlarmRow {
  id: number
  equipId: number
  equipCode: string
  equipTypeId: number
  equipModelName: string
  equipModelNameEn: string | null
  operatorName: string
  semaphoreName: string | null
  semaphoreNameEn: string | null
  semaphoreCode: string
  value: number
  bitPosition: number | null
  faultName: string | null
  faultNameEn: string | null
  level: number | null
  status: 0 | 1
  occurrenceTime: string
  recoveryTime: string | null
  acknowledgedAt: string | null
  acknowledgedBy: string | null
  acknowledgeNote: string | null
}

/** A page of alarms, newest first. It is cut out before names are looked up for its rows. */
export async function alarmPage(
  db: Db,
  shelf: Shelf,
  { query, window }: { query: AlarmQuery; window: Window },
) {
  const { table, recoveredAt, status } = shelves[shelf]
  const { after, limit, offset } = window
  const { rows } = await sql<AlarmRow>`
    select page.id, page.device_id as equip_id, page.device_code as equip_code, page.equip_type_id,
      coalesce(model.name, '') as equip_model_name, model.name_en as equip_model_name_en,
      coalesce(operators.name, '') as operator_name, signal.name as semaphore_name, signal.name_en as semaphore_name_en,
      page.semaphore_code, page.value, page.bit_position, fault.name as fault_name, fault.name_en as fault_name_en,
      page.alarm_level as level, ${status} as status, page.occurred_at as occurrence_time,
      page.recovered_at as recovery_time, page.acked_at as acknowledged_at,
      name_of_user(page.acked_by) as acknowledged_by, page.ack_note as acknowledge_note
    from (
      select id, device_id, device_code, operator_id, equip_type_id, equip_model_id, semaphore_code, value, bit_position,
        alarm_level, occurred_at, ${recoveredAt} as recovered_at, acked_at, acked_by, ack_note
      from ${table}
      where ${whichever(query)} ${after ? sql`and (occurred_at, id) < (${after.at}, ${after.id})` : sql``}
      order by occurred_at desc, id desc limit ${limit} offset ${offset}
    ) as page
    left join equip_models model on model.id = page.equip_model_id
    left join operators on operators.id = page.operator_id
    left join dictionary signal on signal.type = 'ALARM' and signal.code = page.semaphore_code
    left join faults fault on fault.equip_classify = page.equip_type_id and fault.alarm_code = page.semaphore_code
      and (fault.bit_position = page.bit_position or (page.bit_position is null and fault.value = page.value))
    order by page.occurred_at desc, page.id desc`.execute(db)
  return rows
}

/**
 * Counted newest first where nothing but time and organization narrows: then the index of the page serves. Otherwise in
 * no order, whichever way to the first ten thousand is the shortest.
 */
export async function countAlarms(db: Db, shelf: Shelf, query: AlarmQuery): Promise<number> {
  const { operatorId, modelIds, equipId, level, content, withinOperators } = query
  const narrowings = [operatorId, equipId, level, content, modelIds?.[0], withinOperators?.[0]]
  const isPlain = narrowings.every((narrowing) => narrowing === undefined)
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from ${shelves[shelf].table} where ${whichever(query)}
      ${isPlain ? sql`order by occurred_at desc, id desc` : sql``} limit ${mostCounted + 1}
    ) as alarm`.execute(db)
  return rows[0]?.counted ?? 0
}

/** Whether the caller may see the device. */
export async function seesDevice(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

export interface SignalRow {
  code: string
  analysis: 'BIT' | 'VALUE'
}

/** How the dictionary says to read these signals; unknown ones are absent. */
export async function findSignals(db: Db, codes: readonly string[]): Promise<SignalRow[]> {
  const { rows } = await sql<SignalRow>`
    select code, analysis_type as analysis from dictionary
    where type = 'ALARM' and code = any(${codes}::text[])`.execute(db)
  return rows
}

export interface FaultRow {
  alarmCode: string
  bitPosition: number | null
  value: number | null
  name: string
  nameEn: string | null
  type: string
  typeName: string
  typeNameEn: string | null
}

/** What the catalogue of a device type holds of these signals. */
export async function findFaults(db: Db, equipTypeId: number, codes: readonly string[]): Promise<FaultRow[]> {
  return db
    .selectFrom('faults')
    .select(['alarmCode', 'bitPosition', 'value', 'name', 'nameEn', 'type', 'typeName', 'typeNameEn'])
    .where('equipClassify', '=', equipTypeId)
    .where('alarmCode', 'in', [...codes])
    .execute()
}

export interface Acknowledgement {
  readonly userId: number
  readonly at: string
  readonly note: string
}

/** Acknowledges an active alarm that nobody has acknowledged yet; answers its device. */
export async function acknowledge(db: Db, id: number, { userId, at, note }: Acknowledgement) {
  const { rows } = await sql<{ deviceId: number }>`
    update alarms set acked_at = ${at}, acked_by = ${userId}, ack_note = ${note}
    where id = ${id} and acked_at is null returning device_id`.execute(db)
  return rows[0]?.deviceId
}

/** Why an alarm cannot be acknowledged: by whom it was, or that it is over; undefined when there is no such alarm. */
export async function standingOf(db: Db, id: number) {
  const { rows } = await sql<{ isActive: boolean; acknowledgedBy: string | null }>`
    select true as is_active, name_of_user(acked_by) as acknowledged_by from alarms where id = ${id}
    union all
    select false, null from alarm_history where id = ${id}
    limit 1`.execute(db)
  return rows[0]
}
