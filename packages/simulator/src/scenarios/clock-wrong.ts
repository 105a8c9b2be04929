import { someOf } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const hourMs = 3_600_000
const share = 0.3
/** Hours ahead, a flat clock battery, daylight saving, and a drift that is just allowed. */
const offsets = [3 * hourMs, -2 * 365 * 24 * hourMs, -hourMs, 5 * 60_000] as const
const stepsBackAfterMs: readonly [number, number] = [60_000, 300_000]

/** Three in ten do not know the time; some of them learn it while they run, and their clock steps back. */
export const clockWrong: Scenario = {
  climate: {},
  mishaps: 1,
  begin(stage) {
    const { wheel, random } = stage
    for (const device of someOf(stage, share)) {
      device.clockOffsetMs = random.pick(offsets)
      if (random.chance(0.4))
        wheel.after(random.between(...stepsBackAfterMs), () => (device.clockOffsetMs = 0))
    }
  },
}
