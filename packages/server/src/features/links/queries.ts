import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

export interface Delivery {
  sentAt: string
  deliveredAt: string
  backAt: string | null
}

/** The last message that the device acknowledged, among its newest commands. */
export async function lastDelivery(db: Db, deviceId: number): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select sent_at, delivered_at, back_at from command_attempts
    where command_id in (select id from commands where device_id = ${deviceId} order by id desc limit 50)
      and delivered_at is not null
    order by delivered_at desc limit 1`.execute(db)
  return rows[0]
}

export interface PingState {
  state: string
  sentAt: string | null
  deliveredAt: string | null
}

export async function pingState(db: Db, commandId: number): Promise<PingState | undefined> {
  return db
    .selectFrom('commands')
    .select(['state', 'sentAt', 'deliveredAt'])
    .where('id', '=', commandId)
    .executeTakeFirst()
}

export interface PhoneLink {
  heardAt: string
  pongedAt: string | null
  roundTripMs: number | null
}

/** The phones that watch a device, each as its om last told; those that nobody told of for a while are gone. */
export async function phonesOf(db: SystemDb, deviceId: number, since: string): Promise<PhoneLink[]> {
  const { rows } = await sql<PhoneLink>`
    select heard_at, ponged_at, round_trip_ms from app_sockets
    where device_ids @> array[${deviceId}]::bigint[] and seen_at > ${since}
    order by heard_at desc limit 50`.execute(db)
  return rows
}
