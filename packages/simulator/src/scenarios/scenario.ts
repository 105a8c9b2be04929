import type { Device } from '../device.ts'
import type { Random } from '../random.ts'
import type { Climate } from '../weather.ts'
import type { Wheel } from '../wheel.ts'

/** What a scenario plays with. */
export interface Stage {
  readonly devices: readonly Device[]
  readonly wheel: Wheel
  readonly random: Random
}

/** A story that a fleet goes through. */
export interface Scenario {
  readonly climate: Climate
  /** Multiplies how often things go wrong. */
  readonly mishaps: number
  readonly begin: (stage: Stage) => void
}

/** Does something again and again at random distances. */
export function again(
  { wheel, random }: Stage,
  betweenMs: readonly [number, number],
  action: () => void,
): void {
  const next = () => {
    wheel.after(random.between(...betweenMs), () => {
      action()
      next()
    })
  }
  next()
}

/** So large a share of the devices, chosen by chance. */
export function someOf({ devices, random }: Stage, share: number): Device[] {
  return devices.filter(() => random.chance(share))
}
