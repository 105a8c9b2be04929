import { someOf } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const share = 0.2

/** One in five stands where the network barely reaches: gone for seconds, there for seconds. */
export const flapping: Scenario = {
  climate: {},
  mishaps: 1,
  begin(stage) {
    const { wheel, random } = stage
    for (const device of someOf(stage, share)) {
      const flap = () => {
        const goneMs = random.between(1_000, 8_000)
        if (device.line.isOnline) device.loseNetwork(goneMs)
        wheel.after(goneMs + random.between(5_000, 20_000), flap)
      }
      wheel.after(random.between(15_000, 40_000), flap)
    }
  },
}
