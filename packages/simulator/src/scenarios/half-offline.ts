import type { Scenario } from './scenario.ts'

const minuteMs = 60_000
const firstMs = 40_000
const everyMs = 20 * minuteMs
const outageMs = 8 * minuteMs
/** A network that comes back does not come back for everybody in the same second. */
const returnMs = 30_000

/** An outage takes half of the fleet's network away at once; afterwards they come back with what they measured meanwhile. */
export const halfOffline: Scenario = {
  climate: {},
  mishaps: 1,
  begin({ devices, wheel, random }) {
    const half = devices.filter((_, at) => at % 2 === 0)
    const strike = () => {
      for (const device of half) device.loseNetwork(outageMs + random.between(0, returnMs))
      wheel.after(everyMs, strike)
    }
    wheel.after(firstMs, strike)
  },
}
