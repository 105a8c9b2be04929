import { boards } from '@wattkeeper/contracts/link'
import fc from 'fast-check'
import { query } from './server.ts'
import type { TestServer, Traits } from './server.ts'

export interface ScopedDevice {
  readonly id: number
  readonly code: string
  readonly organizationId: number
  readonly operatorId: number
  readonly equipTypeId: number
  readonly regionPath: readonly string[]
  readonly isOnline: number
  readonly alarmId: number
}

export interface ScopedFleet {
  readonly devices: readonly ScopedDevice[]
  readonly operators: readonly {
    readonly id: number
    readonly organizationId: number
    readonly code: string
  }[]
  readonly organizationIds: readonly number[]
}

/** Who asks: of the platform (organization 1) or of a manufacturer, narrowed or not. */
export interface Viewer {
  readonly organizationId: number
  readonly narrowing: NonNullable<Traits['narrowing']>
}

const platform = 1

/** The whole rule of who sees what, without the database. */
export function sees({ organizationId, narrowing: { O, ET, R } }: Viewer, device: ScopedDevice): boolean {
  return (
    (organizationId === platform || organizationId === device.organizationId) &&
    (!O || O.includes(String(device.operatorId))) &&
    (!ET || ET.includes(String(device.equipTypeId))) &&
    (!R || R.includes('all') || R.some((region) => device.regionPath.includes(region)))
  )
}

export const seesOperator = (
  { organizationId, narrowing: { O } }: Viewer,
  operator: { readonly id: number; readonly organizationId: number },
): boolean =>
  (organizationId === platform || organizationId === operator.organizationId) &&
  (!O || O.includes(String(operator.id)))

/** Every viewer worth trying: no permission, one kind, and combinations, also of what belongs to others. */
export function viewers(fleet: ScopedFleet): fc.Arbitrary<Viewer> {
  const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1, maxLength: 3 })
  return fc.record({
    organizationId: fc.constantFrom(platform, ...fleet.organizationIds),
    narrowing: fc.record(
      {
        O: some(fleet.operators.map(({ id }) => String(id))),
        ET: some(['1', '2', '3', '4']),
        R: some(['110000', '310101', '86', '49', 'DE', 'all']),
      },
      { requiredKeys: [] },
    ),
  })
}

/** Of each manufacturer in turn: without permission, with O, ET or R alone, with all three. Tried before all others. */
export function everyKind(fleet: ScopedFleet): Viewer[] {
  const kinds = (organizationId: number): Viewer['narrowing'][] => {
    const own = fleet.operators.find((operator) => operator.organizationId === organizationId)
    const [O, ET, R] = [[String(own?.id)], ['1'], ['86']]
    return [{}, { O, ET, R }, { O }, { ET }, { R }]
  }
  const [first = [], second = []] = fleet.organizationIds.map((organizationId) =>
    kinds(organizationId).map((narrowing) => ({ organizationId, narrowing })),
  )
  return first.flatMap((viewer, at) => [viewer, ...second.slice(at, at + 1)])
}

/**
 * Two manufacturers with two operators each, and for each operator devices of two types in several places. Each device
 * has an active and a recovered alarm, an event, a message of every board, and one that nobody could read.
 */
export async function plantScopedFleet(server: TestServer): Promise<ScopedFleet> {
  const { superuser } = server.urls
  await query(superuser, plantSql)
  for (const board of boards) await query(superuser, telemetrySql, [board])
  const devices = await query<Raw<ScopedDevice>>(superuser, devicesSql)
  const operators = await query<Raw<ScopedFleet['operators'][number]>>(
    superuser,
    `select id::int, organization_id::int as "organizationId", code from operators order by id`,
  )
  return { devices, operators, organizationIds: [...new Set(operators.map((each) => each.organizationId))] }
}

/**
 * Answers in the place of report, which would ask the devices online: where nobody answers, each measurement of a link
 * waits five seconds for the same scope.
 */
export function answerForReport({ database, services: { bus } }: TestServer): void {
  const carryOut = async (deviceIds: readonly number[]) => {
    const done = await database.system
      .updateTable('commands')
      .set({ state: 'done', result: 1, finishedAt: new Date().toISOString() })
      .where('deviceId', 'in', [...deviceIds])
      .returning('id')
      .execute()
    bus.announce('commandsChanged', { commandIds: done.map(({ id }) => id), deviceIds })
  }
  bus.hear('linkAsked', ({ nonce }) =>
    bus.announce('linkTold', { nonce, holds: true, heardAt: null, cacheMs: null, refusal: null }),
  )
  bus.hear('commandsQueued', ({ deviceIds }) => void carryOut(deviceIds))
}

type Raw<T> = T & Record<string, unknown>

const plantSql = `
  select ensure_partitions('telemetry', 'day', now() - interval '2 days', now() + interval '1 day'),
    ensure_partitions('alarm_history', 'month', now() - interval '40 days', now()),
    ensure_partitions('events', 'month', now() - interval '40 days', now());
  insert into organizations (parent_id, name, code) values (1, '甲厂', 'JIA'), (1, '乙厂', 'YI');
  insert into operators (organization_id, name, code)
    select o.id, o.name || n, 'OP' || o.code || n from organizations o, generate_series(1, 2) n where o.code in ('JIA', 'YI');
  insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id,
      region_code, is_online, silent_since)
    select 'SC' || op.code || t || coalesce(place, ''), '', '', t, t * 10 + 1, op.organization_id, op.id, place,
      t % 2, case when t = 1 then now() end
    from operators op, generate_series(1, 2) t, unnest(array['110105', '310101', 'DE', null]) place;
  insert into alarms (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
      semaphore_code, value, alarm_level, occurred_at)
    select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path, '03012001', 1, 1, now()
      - interval '1 hour' from devices;
  insert into alarm_history (id, device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id,
      region_path, semaphore_code, value, alarm_level, occurred_at, recovered_at)
    select nextval('alarm_ids'), id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
      '03012002', 1, 2, now() - interval '1 hour', now() from devices;
  insert into events (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
      kind, semaphore_code, flag, occurred_at)
    select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path, 'device', 'x', true,
      now() - interval '1 hour' from devices;
  insert into quarantine (received_at, device_id, device_code, topic, reason, payload)
    select now(), id, code, 'v1/x/telemetry', 'notJson', 'x' from devices;
  insert into online_history (device_id, at, is_online) select id, now(), is_online from devices;
`

const telemetrySql = `
  insert into telemetry (device_id, board, unit, ts, received_at, numbers)
  select id, $1, 0, now() - interval '1 hour', now(), '{}' from devices
`

const devicesSql = `
  select d.id::int, d.code, d.organization_id::int as "organizationId", d.operator_id::int as "operatorId",
    d.equip_type_id::int as "equipTypeId", d.region_path as "regionPath", d.is_online::int as "isOnline",
    a.id::int as "alarmId"
  from devices d join alarms a on a.device_id = d.id order by d.id
`
