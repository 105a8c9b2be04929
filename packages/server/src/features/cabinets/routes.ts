import { type Bay, cabinetProblems, type cabinets } from '@wattkeeper/contracts/api/cabinets'
import { commandProblems } from '@wattkeeper/contracts/api/commands'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { isReported } from '@wattkeeper/contracts/api/reported'
import { fail } from '@wattkeeper/contracts/kit'
import { catalogue } from '@wattkeeper/contracts/link'
import type { Handlers } from '../../context.ts'
import { namedValues, newestMessage } from '../telemetry/index.ts'
import { findCabinet, idsOfDevices } from './queries.ts'

const cabinetType = 3
const { signals, units } = catalogue.cabinet

export const handlers: Handlers<typeof cabinets> = {
  async picture({ equipId }, { db, services }) {
    const device = (await findCabinet(db, equipId)) ?? fail(deviceProblems.notFound)
    if (device.equipTypeId !== cabinetType) fail(cabinetProblems.notACabinet)
    if (device.isOnline === 0) fail(commandProblems.offline)
    const message = await newestMessage(services, db, { deviceId: equipId, board: 'cabinet' })
    const values = message && namedValues(signals, message.whole)
    if (!message || !values || !isReported(signals, values)) return null
    const bays = message.units.flatMap((reading): Omit<Bay, 'batteryId'>[] => {
      const ofBay = namedValues(units.signals, reading)
      return isReported(units.signals, ofBay) ? [{ bay: reading.unit, values: ofBay }] : []
    })
    const ids = await idsOfDevices(
      db,
      bays.flatMap(({ values: { batteryCode } }) => batteryCode || []),
    )
    return {
      reportTime: message.whole.ts,
      receiveTime: message.whole.receivedAt,
      values,
      bays: bays.map((bay) => ({ ...bay, batteryId: ids.get(bay.values.batteryCode ?? '') ?? null })),
    }
  },
}
