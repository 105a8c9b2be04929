import type { Services } from '../../context.ts'
import type { BrokerPlane } from '../../platform/http/broker-plane.ts'
import { isSecret } from '../../platform/link/secret.ts'
import { PresenceKeeper } from '../presence/index.ts'
import { endBrokerSession, nameBrokerSession, secretOf } from './broker-queries.ts'

/** Answers a broker of the operator's own. Who is online is written by the processes that hear the devices. */
export function brokerPlane({ database: { system }, bus, cache }: Services): BrokerPlane {
  const keeper = cache && new PresenceKeeper(cache.presence, system)
  return {
    async isDevice(name, secret) {
      const found = await secretOf(system, name)
      return found !== undefined && isSecret(Buffer.from(secret), found)
    },

    async arrived(name, session) {
      await nameBrokerSession(system, name, session)
    },

    async left(name, session) {
      const deviceIds = await endBrokerSession(system, name, session)
      if (deviceIds.length === 0) return
      await keeper?.moved(deviceIds)
      bus.announce('deviceStateChanged', { deviceIds })
    },
  }
}
