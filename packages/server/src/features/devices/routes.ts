import { type DeviceChange, deviceProblems, type devices } from '@wattkeeper/contracts/api/devices'
import { Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import { presenceOf } from '../presence/index.ts'
import { newCredential } from './credentials.ts'
import { exportDevices } from './export.ts'
import { importDevices } from './import.ts'
import { importTemplate } from './import-template.ts'
import { countDevices, findDevice, findDevices } from './list-queries.ts'
import { deleteDevice, insertDevice, lockDevice, updateCredential, updateDevice } from './queries.ts'
import { criteriaOf, placeDevice } from './rules.ts'
import { boardsOf, connectionsOf, deviceExists, paramsOf, partsOf } from './state-queries.ts'

const taken = (code: string) => new Problem(deviceProblems.codeTaken, { code })

export const handlers: Handlers<typeof devices> = {
  async list({ pageNum, pageSize, ...selection }, { db, language }) {
    const criteria = await criteriaOf(db, selection)
    if (!criteria) return { rows: [], total: 0 }
    const total = await countDevices(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    return { rows: await findDevices(db, criteria, { limit: pageSize, offset, language }), total }
  },

  find: async ({ id }, { db, language }) =>
    (await findDevice(db, id, language)) ?? fail(deviceProblems.notFound),

  async create(device, { db, language }) {
    const placed = await placeDevice(db, device, language)
    const credential = newCredential()
    const id = await unlessTaken(insertDevice(db, placed, credential), taken(device.code))
    return { id, code: device.code, secret: credential.secret }
  },

  async update({ id, version, ...change }: DeviceChange, { db, language, afterCommit, services }) {
    const known = (await lockDevice(db, id)) ?? fail(deviceProblems.notFound)
    if (version !== undefined && version !== known.version) fail(commonProblems.stale)
    const placed = await placeDevice(db, change, language)
    await unlessTaken(updateDevice(db, id, placed), taken(change.code))
    const ended = change.code === known.code ? {} : { ended: known.code }
    afterCommit(() => services.bus.announce('deviceEdited', { deviceId: id, ...ended }))
    return null
  },

  async remove({ id }, { db, afterCommit, services }) {
    const ended = (await deleteDevice(db, id)) ?? fail(deviceProblems.notFound)
    afterCommit(() => services.bus.announce('deviceEdited', { deviceId: id, ended }))
    return null
  },

  async renewSecret({ id }, { db, afterCommit, services }) {
    const { code } = (await lockDevice(db, id)) ?? fail(deviceProblems.notFound)
    const credential = newCredential()
    await updateCredential(db, id, credential)
    afterCommit(() => services.bus.announce('deviceEdited', { deviceId: id, ended: code }))
    return { id, code, secret: credential.secret }
  },

  importAll: (_, { file, write, language }) => importDevices(file, write, language),
  importTemplate: (_, { scoped, language }) => scoped((db) => importTemplate(db, language)),
  exportAll: (selection, { scoped, language, services }) =>
    exportDevices(selection, { scoped, language, services }),

  async state({ equipId }, { db, services }) {
    const { isOnline } = (await presenceOf(services, db, equipId)) ?? fail(deviceProblems.notFound)
    const [boards, parts, params] = [
      await boardsOf(services, db, equipId),
      await partsOf(db, equipId),
      await paramsOf(db, equipId),
    ]
    return { isOnline, boards, parts, params }
  },

  async connectionHistory(asked, { db }) {
    if (!(await deviceExists(db, asked.equipId))) fail(deviceProblems.notFound)
    return connectionsOf(db, asked)
  },
}
