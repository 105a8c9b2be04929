import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import type { links } from '@wattkeeper/contracts/api/links'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { presenceOf } from '../presence/index.ts'
import { PHONE_FRESH_MS, judge } from './hops.ts'
import { type Asking, askReport, pingDevice, readCache } from './measure.ts'
import * as queries from './queries.ts'

export const handlers: Handlers<typeof links> = {
  async connection({ equipId }, { scoped, caller, services }) {
    const device = (await scoped((db) => presenceOf(services, db, equipId))) ?? fail(deviceProblems.notFound)
    const isOnline = device.isOnline === 1
    const asking: Asking = { services, scoped, userId: caller.userId }
    const ping = isOnline ? await pingDevice(asking, equipId) : undefined
    const told = await askReport(services, { deviceId: equipId, isHeld: isOnline })
    const cache = await readCache(asking, equipId)
    const delivery = await scoped((db) => queries.lastDelivery(db, equipId))
    const now = services.clock.now()
    // A socket that its om has not told of for three heartbeats is gone with that om.
    const since = new Date(now - 2 * PHONE_FRESH_MS).toISOString()
    const phones = await queries.phonesOf(services.database.system, equipId, since)
    const hops = judge({ isOnline, delivery, ping, told, cache, phones }, now)
    const [one, two, three, four, five, six] = hops.map(({ isConnected }) => isConnected)
    return {
      ...{ one: one === true, two: two === true, three: three === true },
      ...{ four: four === true, five: five === true, six: six === true },
      hops,
      measuredTime: new Date(now).toISOString(),
    }
  },
}
