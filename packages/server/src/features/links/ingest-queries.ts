import type { Refused, SenderStore, StoredClock, Tx } from '../../platform/link/messages.ts'

/** A day keeps this many unreadable messages; the rest is counted. */
const KEPT_A_DAY = 1_000
const MOST_DETAIL = 500

/** The clocks of devices are kept with the devices. */
export const deviceClocks: SenderStore = {
  async load(tx, ids) {
    const rows = await tx.query<{ id: number; offset: number; newest: number | null; wrong: boolean }>(
      `select id, coalesce(clock_offset_ms, 0) as "offset", clock_wrong_since is not null as wrong,
         (select max(at) from latest_values where device_id = devices.id) as newest
       from devices where id = any($1::bigint[])`,
      [ids],
    )
    return rows.map(({ id, offset, newest, wrong }) => ({
      id,
      offsetMs: offset,
      newestAt: newest ?? -Infinity,
      isWrong: wrong,
    }))
  },

  async save(tx, clocks: StoredClock[]) {
    const rows = await tx.query<{ id: number }>(
      `update devices set clock_offset_ms = known.offset_ms,
         clock_wrong_since = case when known.wrong then coalesce(clock_wrong_since, now()) end
       from unnest($1::bigint[], $2::bigint[], $3::boolean[]) as known (id, offset_ms, wrong)
       where devices.id = known.id returning devices.id`,
      [
        clocks.map(({ id }) => id),
        clocks.map(({ offsetMs }) => Math.round(offsetMs)),
        clocks.map(({ isWrong }) => isWrong),
      ],
    )
    tx.announce(
      'deviceStateChanged',
      rows.map(({ id }) => id),
    )
  },
}

/** Keeps the first unreadable messages of a day with their reasons, and counts them all. */
export async function quarantine(tx: Tx, refused: Refused[]): Promise<void> {
  const [day] = await tx.query<{ refused: number }>(
    `insert into quarantine_days as known (day, refused) values ((now() at time zone 'UTC')::date, $1)
     on conflict (day) do update set refused = known.refused + excluded.refused returning refused`,
    [refused.length],
  )
  const room = Math.max(0, KEPT_A_DAY - ((day?.refused ?? 0) - refused.length))
  const kept = refused.slice(0, room)
  if (kept.length === 0) return
  await tx.query(
    `insert into quarantine (received_at, device_id, device_code, topic, reason, detail, payload)
     select received_at, device_id, coalesce(devices.code, ''), topic, reason, detail, payload
     from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bytea[])
       as refused (received_at, device_id, topic, reason, detail, payload)
     left join devices on devices.id = device_id`,
    [
      kept.map(({ arrivedAt }) => new Date(arrivedAt).toISOString()),
      kept.map(({ sender }) => sender),
      kept.map(({ topic }) => topic),
      kept.map(({ reason }) => reason),
      kept.map(({ detail }) => storable(detail)),
      kept.map(({ payload }) => payload),
    ],
  )
}

/** Details quote what a stranger sent: without NUL and half surrogates, and short. */
function storable(text: string): string {
  return text.slice(0, MOST_DETAIL).replaceAll('\0', '').toWellFormed()
}

export interface InfoRow {
  deviceId: number
  ts: number
  parts: { partType: string; addrId: number; currSwVersion: string; hwVersion: string | null }[]
  params: { id: string; value: string }[]
}

/** What devices are made of and set to; an older message never overwrites a newer one. */
export async function storeInfo(tx: Tx, rows: readonly InfoRow[]): Promise<void> {
  const parts = rows.flatMap(({ deviceId, ts, parts }) => parts.map((part) => ({ deviceId, ts, ...part })))
  if (parts.length)
    await tx.query(
      `insert into device_parts as known (device_id, part_type, addr_id, curr_sw_version, hw_version, reported_at)
       select distinct on (1, 2, 3) devices.id, part."partType", part."addrId", part."currSwVersion", part."hwVersion", to_timestamp(part.ts / 1000.0)
       from json_to_recordset($1::json) as part ("deviceId" bigint, ts bigint, "partType" text, "addrId" int, "currSwVersion" text, "hwVersion" text)
       join devices on devices.id = part."deviceId"
       order by 1, 2, 3, part.ts desc
       on conflict (device_id, part_type, addr_id) do update
       set curr_sw_version = excluded.curr_sw_version, hw_version = coalesce(excluded.hw_version, known.hw_version), reported_at = excluded.reported_at
       where known.reported_at <= excluded.reported_at`,
      [JSON.stringify(parts)],
    )
  const params = rows.flatMap(({ deviceId, ts, params }) =>
    params.map((param) => ({ deviceId, ts, ...param })),
  )
  if (params.length)
    await tx.query(
      `insert into device_params as known (device_id, param_id, value, reported_at)
       select distinct on (1, 2) devices.id, param.id, param.value, to_timestamp(param.ts / 1000.0)
       from json_to_recordset($1::json) as param ("deviceId" bigint, ts bigint, id text, value text)
       join devices on devices.id = param."deviceId"
       order by 1, 2, param.ts desc
       on conflict (device_id, param_id) do update set value = excluded.value, reported_at = excluded.reported_at
       where known.reported_at <= excluded.reported_at`,
      [JSON.stringify(params)],
    )
}
