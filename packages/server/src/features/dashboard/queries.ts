import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export interface FleetCount {
  onlineCount: number
  offlineCount: number
  alarmCount: number
  activeAlarms: number
}

/** Devices and alarms that the caller sees. A device with alarms counts where both are seen, as in the device list. */
export async function countFleet(db: Db): Promise<FleetCount> {
  const { rows } = await sql<FleetCount>`
    select online_count, offline_count, alarm_count, active_alarms from
      (select count(*) filter (where is_online = 1) as online_count,
         count(*) filter (where is_online = 0) as offline_count from devices) as fleet,
      (select count(distinct devices.id) as alarm_count from alarms join devices on devices.id = alarms.device_id) as troubled,
      (select count(*) as active_alarms from alarms) as active`.execute(db)
  return rows[0] ?? { onlineCount: 0, offlineCount: 0, alarmCount: 0, activeAlarms: 0 }
}

export interface LevelCount {
  level: number
  active: number
  unacknowledged: number
}

/** Active alarms by level; 0 stands for signals without one. */
export async function countLevels(db: Db): Promise<LevelCount[]> {
  const { rows } = await sql<LevelCount>`
    select coalesce(alarm_level, 0)::int as level, count(*) as active,
      count(*) filter (where acked_at is null) as unacknowledged
    from alarms group by 1 order by 1`.execute(db)
  return rows
}

export interface SilentRow {
  id: number
  code: string
  equipTypeName: string
  equipTypeNameEn: string | null
  operatorName: string
  silentSince: string
}

/** Connected devices that report nothing, silent longest first. */
export async function silentDevices(db: Db, most: number): Promise<SilentRow[]> {
  const { rows } = await sql<SilentRow>`
    select silent.id, silent.code, type.name as equip_type_name, type.name_en as equip_type_name_en,
      coalesce(operators.name, '') as operator_name, silent.silent_since
    from (
      select id, code, equip_type_id, operator_id, silent_since from devices
      where is_online = 1 and silent_since is not null order by silent_since, id limit ${most}
    ) as silent
    join equip_types type on type.id = silent.equip_type_id
    left join operators on operators.id = silent.operator_id
    order by silent.silent_since, silent.id`.execute(db)
  return rows
}

export async function countSilent(db: Db): Promise<number> {
  const { rows } = await sql<{ silent: number }>`
    select count(*) as silent from devices where is_online = 1 and silent_since is not null`.execute(db)
  return rows[0]?.silent ?? 0
}

/** How many alarms began in each hour between two instants; hours without any are absent. */
export async function countRaised(db: Db, [from, until]: readonly [string, string]) {
  const { rows } = await sql<{ hour: string; raised: number }>`
    select date_trunc('hour', occurred_at) as hour, count(*) as raised from (
      select occurred_at from alarms where occurred_at >= ${from} and occurred_at < ${until}
      union all
      select occurred_at from alarm_history where occurred_at >= ${from} and occurred_at < ${until}
    ) as alarm group by 1`.execute(db)
  return rows
}
