import type { TestServer } from './server.ts'
import { query } from './server.ts'

/** Two manufacturers with an operator each, for whatever must not leak from one to the other. */
export interface Manufacturers {
  readonly ours: Manufacturer
  readonly theirs: Manufacturer
  /** Writes behind everything, as the device plane does. */
  readonly sql: Sql
  device(of: Manufacturer, traits?: DeviceTraits): Promise<PlantedDevice>
  /** An active alarm, or with `until` a recovered one; answers its id. */
  alarm(device: PlantedDevice, alarm: PlantedAlarm): Promise<number>
}

type Sql = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>

export interface PlantedAlarm {
  readonly code: string
  readonly value: number
  readonly bit?: number
  readonly level: number | null
  readonly at: string
  readonly until?: string | undefined
}

export interface Manufacturer {
  readonly organizationId: number
  readonly operatorId: number
}

export interface DeviceTraits {
  readonly typeId?: number
  readonly modelId?: number
  readonly isOnline?: 0 | 1
  readonly silentSince?: string
}

export interface PlantedDevice {
  readonly id: number
  readonly code: string
}

let planted = 0

/** Places for data of the last weeks, and two manufacturers. */
export async function plantManufacturers(server: TestServer): Promise<Manufacturers> {
  const sql: Sql = (text, values) => query(server.urls.superuser, text, values)
  await sql(`select ensure_partitions('telemetry', 'day', now() - interval '40 days', now() + interval '2 days'),
    ensure_partitions('telemetry_minutes', 'month', now() - interval '40 days', now()),
    ensure_partitions('telemetry_hours', 'month', now() - interval '40 days', now()),
    ensure_partitions('alarm_history', 'month', now() - interval '70 days', now() + interval '2 days')`)
  return {
    ours: await plantManufacturer(sql),
    theirs: await plantManufacturer(sql),
    sql,
    device: (of, traits = {}) => plantDevice(sql, of, traits),
    alarm: (device, alarm) => plantAlarm(sql, device, alarm),
  }
}

async function plantManufacturer(sql: Sql): Promise<Manufacturer> {
  planted += 1
  const [row] = await sql<{ organization_id: string; operator_id: string }>(
    `with maker as (insert into organizations (parent_id, name, code) values (1, '厂商' || $1, 'M' || $1) returning id)
     insert into operators (organization_id, name, code) select id, '运营商' || $1, 'P' || $1 from maker
     returning organization_id, id as operator_id`,
    [String(planted)],
  )
  return { organizationId: Number(row?.organization_id), operatorId: Number(row?.operator_id) }
}

async function plantDevice(
  sql: Sql,
  { organizationId, operatorId }: Manufacturer,
  { typeId = 1, modelId = 11, isOnline = 1, silentSince }: DeviceTraits,
): Promise<PlantedDevice> {
  planted += 1
  const code = `DEV${String(planted).padStart(5, '0')}`
  const [row] = await sql<{ id: string }>(
    `insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id,
       is_online, silent_since)
     values ($1, '', '', $2, $3, $4, $5, $6, $7) returning id`,
    [code, typeId, modelId, organizationId, operatorId, isOnline, silentSince ?? null],
  )
  return { id: Number(row?.id), code }
}

async function plantAlarm(sql: Sql, device: PlantedDevice, alarm: PlantedAlarm): Promise<number> {
  const { code, value, bit, level, at, until } = alarm
  const [row] = await sql<{ id: string }>(
    `insert into ${until === undefined ? 'alarms' : 'alarm_history'} (id, device_id, device_code, organization_id,
       operator_id, equip_type_id, equip_model_id, region_path, semaphore_code, value, bit_position, alarm_level,
       occurred_at${until === undefined ? '' : ', recovered_at'})
     select nextval('alarm_ids'), id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       $2, $3, $4, $5, $6${until === undefined ? '' : ', $7'}
     from devices where id = $1 returning id`,
    [device.id, code, value, bit ?? null, level, at, ...(until === undefined ? [] : [until])],
  )
  return Number(row?.id)
}
