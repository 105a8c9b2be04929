import type { Tx } from '../../platform/link/messages.ts'

/** An event as its table holds it, with its owner as at writing. */
export interface EventKey {
  device_id: number
  device_code: string
  organization_id: number
  operator_id: number
  equip_type_id: number
  equip_model_id: number
  region_path: string[]
  kind: 'alarm' | 'device'
  semaphore_code: string
  value: number
  bit_position: number | null
  flag: boolean
  content: string | null
  occurred_at: string
}

const COLUMNS = `device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
  kind, semaphore_code, value, bit_position, flag, content, occurred_at`

export async function insertEvents(tx: Tx, events: readonly EventKey[]): Promise<void> {
  await tx.prepared(
    'events insert',
    `insert into events (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::events, $1::json)
     order by device_id, occurred_at, kind, semaphore_code, value, flag on conflict do nothing`,
    [JSON.stringify(events)],
  )
  announce(
    tx,
    events.map(({ device_id: id }) => id),
  )
}

/** Whoever looks at the list is told that there is more: after the commit, and with what others announce. */
const announce = (tx: Tx, deviceIds: readonly number[]): void => tx.announce('eventsStored', deviceIds)

/** Two runs can share an instant: the one that ended there left its closing, the one that began its opening. */
export async function removeEvents(tx: Tx, events: readonly EventKey[]): Promise<void> {
  await tx.prepared(
    'events delete',
    `delete from events e using json_populate_recordset(null::events, $1::json) as gone
     where e.device_id = gone.device_id and e.occurred_at = gone.occurred_at and e.kind = gone.kind
       and e.semaphore_code = gone.semaphore_code and e.value = gone.value and e.flag = gone.flag`,
    [JSON.stringify(events)],
  )
}

export interface DeviceEventRow {
  deviceId: number
  semaphoreCode: string
  flag: boolean
  content: string | null
  ts: number
}

/** What devices say of themselves; the same event again changes nothing. */
export async function storeDeviceEvents(tx: Tx, rows: readonly DeviceEventRow[]): Promise<void> {
  const stored = await tx.prepared<{ deviceId: number }>(
    'device events insert',
    `insert into events (${COLUMNS})
     select devices.id, devices.code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       'device', said.code, 0, null, said.flag, said.content, said.ts
     from unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::timestamptz[])
       with ordinality as said (device_id, code, flag, content, ts, arrival)
     join devices on devices.id = said.device_id
     order by devices.id, said.ts, said.code collate "C", said.flag, arrival on conflict do nothing returning device_id as "deviceId"`,
    [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ semaphoreCode }) => semaphoreCode),
      rows.map(({ flag }) => flag),
      rows.map(({ content }) => content),
      rows.map(({ ts }) => new Date(ts).toISOString()),
    ],
  )
  announce(
    tx,
    stored.map(({ deviceId }) => deviceId),
  )
  tx.count('rows', stored.length)
  if (stored.length < rows.length) tx.count('repeated', rows.length - stored.length)
}
