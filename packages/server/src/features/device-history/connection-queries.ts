import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Change } from './availability.ts'

export async function seesDevice(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** When the device came and went since an instant, oldest first, led by how it stood then. */
export async function changesSince(db: Db, deviceId: number, since: string): Promise<Change[]> {
  const { rows } = await sql<{ at: string; isOnline: number }>`
    (select at, is_online, id from online_history where device_id = ${deviceId} and at < ${since} order by at desc, id desc limit 1)
    union all
    select at, is_online, id from online_history where device_id = ${deviceId} and at >= ${since}
    order by at, id`.execute(db)
  return rows.map(({ at, isOnline }) => ({ at: Date.parse(at), isOnline: isOnline === 1 }))
}
