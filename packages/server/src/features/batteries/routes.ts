import { batteryProblems, type batteries } from '@wattkeeper/contracts/api/batteries'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { isReported } from '@wattkeeper/contracts/api/reported'
import { fail } from '@wattkeeper/contracts/kit'
import { catalogue } from '@wattkeeper/contracts/link'
import type { Db, Handlers } from '../../context.ts'
import { presenceOf } from '../presence/index.ts'
import { namedValues, newestMessage } from '../telemetry/index.ts'
import { countStays, findBattery, staysOf } from './queries.ts'

const batteryType = 4
const { signals } = catalogue.battery

async function requireBattery(db: Db, id: number) {
  const device = (await findBattery(db, id)) ?? fail(deviceProblems.notFound)
  if (device.equipTypeId !== batteryType) fail(batteryProblems.notABattery)
}

export const handlers: Handlers<typeof batteries> = {
  async info({ equipId }, { db, services }) {
    await requireBattery(db, equipId)
    const message = await newestMessage(services, db, { deviceId: equipId, board: 'battery' })
    const values = message && namedValues(signals, message.whole)
    if (!message || !values || !isReported(signals, values)) return null
    const { ts, receivedAt } = message.whole
    const { isOnline } = (await presenceOf(services, db, equipId)) ?? fail(deviceProblems.notFound)
    return { isOnline, reportTime: ts, receiveTime: receivedAt, values }
  },

  async stays({ equipId, pageNum, pageSize }, { db }) {
    await requireBattery(db, equipId)
    const rows = await staysOf(db, equipId, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    return { rows, total: await countStays(db, equipId) }
  },
}
