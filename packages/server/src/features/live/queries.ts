import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export interface ChangedDevice {
  id: number
  code: string
  isOnline: 0 | 1
  alarmCount: number
}

/** Those of the devices that the caller sees, as they are now. */
export async function changedDevices(db: Db, ids: readonly number[]): Promise<ChangedDevice[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ChangedDevice>`
    select id, code, is_online, (select count(*) from alarms where device_id = devices.id) as alarm_count
    from devices where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

/** Alarms in sight that were opened after the one with this id, and the newest id there is. */
export async function openedSince(db: Db, lastId: number | undefined) {
  const { rows } = await sql<{ opened: number; newestId: number }>`
    select count(*) filter (where id > ${lastId ?? null}::bigint) as opened, coalesce(max(id), 0) as newest_id
    from alarms where id > ${lastId ?? -1}`.execute(db)
  const { opened = 0, newestId = 0 } = rows[0] ?? {}
  return { opened, newestId: Math.max(newestId, lastId ?? 0) }
}

/** Those of the roll-outs that the caller sees. */
export async function changedRollouts(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from rollouts where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ChangedUpgrade {
  id: number
  deviceId: number
}

/** Those of the upgrades that the caller sees, with their devices. */
export async function changedUpgrades(db: Db, ids: readonly number[]): Promise<ChangedUpgrade[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ChangedUpgrade>`
    select id, device_id from upgrade_jobs where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

/** Whether the caller sees one of the devices. */
export async function seesAnyOf(db: Db, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await sql<{ isSeen: boolean }>`
    select exists(select from devices where id = any(${ids}::bigint[])) as is_seen`.execute(db)
  return rows[0]?.isSeen ?? false
}

export interface ChangedCommand {
  id: number
  deviceId: number
}

/** Those of the commands that the caller sees, with their devices. */
export async function changedCommands(db: Db, ids: readonly number[]): Promise<ChangedCommand[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ChangedCommand>`
    select id, device_id from commands where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}
