import type { deviceVersions } from '@wattkeeper/contracts/api/device-versions'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { criteriaOf } from '../devices/index.ts'
import * as queries from './device-queries.ts'

export const deviceHandlers: Handlers<typeof deviceVersions> = {
  async list({ pageNum, pageSize, ...selection }, { db, language }) {
    const criteria = await criteriaOf(db, selection)
    if (!criteria) return { rows: [], total: 0 }
    const total = await queries.countDevices(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    return { rows: await queries.findDevices(db, criteria, { limit: pageSize, offset, language }), total }
  },

  async ofDevice({ equipId }, { db, language }) {
    const device = (await queries.findDevice(db, equipId)) ?? fail(deviceProblems.notFound)
    return queries.partsWithNewest(db, device, language)
  },

  async ofPart({ equipId, ...part }, { db, language }) {
    const device = (await queries.findDevice(db, equipId)) ?? fail(deviceProblems.notFound)
    return queries.versionsForPart(db, device, { ...part, language })
  },
}
