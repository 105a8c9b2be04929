import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { BrokerPlane } from '../../platform/http/broker-plane.ts'
import { isSecret } from '../../platform/link/secret.ts'

/** Answers a broker of the operator's own. Who is online is written by the processes that hear the devices. */
export function brokerPlane({ database: { system }, bus }: Services): BrokerPlane {
  return {
    async isDevice(name, secret) {
      const found = await system
        .selectFrom('devices')
        .select(['secretHash as hash', 'secretSalt as salt'])
        .where('code', '=', name)
        .executeTakeFirst()
      return found !== undefined && isSecret(Buffer.from(secret), found)
    },

    async arrived(name, session) {
      await system.updateTable('devices').set({ brokerSession: session }).where('code', '=', name).execute()
    },

    async left(name, session) {
      const { rows } = await sql<{
        id: number
      }>`select id from end_broker_session(${name}, ${session}) as id`.execute(system)
      const deviceIds = rows.map(({ id }) => id)
      if (deviceIds.length > 0) bus.announce('deviceStateChanged', { deviceIds })
    },
  }
}
