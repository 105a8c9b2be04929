import { again } from './scenario.ts'
import type { Scenario, Stage } from './scenario.ts'

const minuteMs = 60_000

/** An ordinary day: now and then a device loses its network or its power. */
export const calmDay: Scenario = { climate: {}, mishaps: 1, begin: dropOutNowAndThen }

/** About one drop-out a device and day, of minutes. */
export function dropOutNowAndThen(stage: Stage): void {
  const meanMs = (24 * 60 * minuteMs) / Math.max(1, stage.devices.length)
  again(stage, [meanMs / 2, 1.5 * meanMs], () => {
    const { devices, random } = stage
    const device = devices[random.whole(0, devices.length - 1)]
    if (!device?.line.isOnline) return
    const durationMs = random.between(1, 8) * minuteMs
    if (random.chance(0.7)) device.loseNetwork(durationMs)
    else device.powerCycle(durationMs)
  })
}
