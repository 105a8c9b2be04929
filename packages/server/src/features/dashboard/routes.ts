import type { DutyView, dashboard } from '@wattkeeper/contracts/api/dashboard'
import type { Handlers } from '../../context.ts'
import * as queries from './queries.ts'

const hourMs = 60 * 60 * 1000
const hoursShown = 24
const mostSilent = 10
const levels = [1, 2, 3, 4]

export const handlers: Handlers<typeof dashboard> = {
  counts: (_, { db }) => queries.countFleet(db),

  async duty(_, { db, language, services }) {
    const silent = await queries.silentDevices(db, mostSilent)
    return {
      byLevel: everyLevel(await queries.countLevels(db)),
      silent: silent.map(({ equipTypeNameEn, ...device }) => ({
        ...device,
        equipTypeName: (language === 'en' && equipTypeNameEn) || device.equipTypeName,
      })),
      silentCount: await queries.countSilent(db),
      raised: await raisedByHour(services.clock.now(), (range) => queries.countRaised(db, range)),
    }
  },
}

/** Levels 1 to 4 whether or not anything is active, and 0 where it is. */
function everyLevel(counted: readonly queries.LevelCount[]): DutyView['byLevel'] {
  const byLevel = new Map(counted.map((each) => [each.level, each]))
  const missing = levels.filter((level) => !byLevel.has(level))
  return [...counted, ...missing.map((level) => ({ level, active: 0, unacknowledged: 0 }))].sort(
    (a, b) => a.level - b.level,
  )
}

type Count = (range: readonly [string, string]) => ReturnType<typeof queries.countRaised>

/** The last 24 hours, the running one included, hours without alarms too. */
async function raisedByHour(now: number, count: Count): Promise<DutyView['raised']> {
  const running = Math.floor(now / hourMs) * hourMs
  const hours = Array.from({ length: hoursShown }, (_, n) =>
    new Date(running - (hoursShown - 1 - n) * hourMs).toISOString(),
  )
  const rows = await count([hours[0] ?? '', new Date(running + hourMs).toISOString()])
  const byHour = new Map(rows.map(({ hour, raised }) => [hour, raised]))
  return hours.map((hour) => ({ hour, count: byHour.get(hour) ?? 0 }))
}
