import { type deviceHistory, availabilityHours } from '@wattkeeper/contracts/api/device-history'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import { availabilityOf } from './availability.ts'
import { changesSince, seesDevice } from './connection-queries.ts'
import { entryOf, readMark, readableKinds, writeMark } from './timeline.ts'
import { timelineOf } from './timeline-queries.ts'

const longestMs = Math.max(...availabilityHours) * 3_600_000

async function requireDevice(db: Db, id: number): Promise<void> {
  if (!(await seesDevice(db, id))) fail(deviceProblems.notFound)
}

export const handlers: Handlers<typeof deviceHistory> = {
  async timeline({ equipId, kinds: wanted, pageSize, cursor }, { db, caller, language }) {
    await requireDevice(db, equipId)
    const kinds = readableKinds(caller.permissions)
    const shown = kinds.filter((kind) => wanted?.includes(kind) ?? true)
    const asked = { deviceId: equipId, language, after: readMark(cursor), limit: pageSize + 1 }
    const rows = await timelineOf(db, shown, asked)
    const last = rows[pageSize - 1]
    return {
      entries: rows.slice(0, pageSize).map((row) => entryOf(row, language)),
      next: last && rows.length > pageSize ? writeMark(last) : null,
      kinds,
    }
  },

  async availability({ equipId, hours }, { db, services }) {
    await requireDevice(db, equipId)
    const now = services.clock.now()
    const changes = await changesSince(db, equipId, new Date(now - longestMs).toISOString())
    return availabilityOf(changes, hours, now)
  },
}
