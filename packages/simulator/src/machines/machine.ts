import type { Random } from '../random.ts'
import type { Climate, Spot } from '../weather.ts'

export interface Part {
  readonly partType: string
  readonly addrId: number
  currSwVersion: string
  readonly hwVersion: string
}

export type ParamValue = string | number

/** The physical thing behind a device: it goes on whether or not anybody listens. */
export interface Machine {
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamValue>
  /** Moves the physics on; a time already reached changes nothing. */
  advance(now: number): void
  /** Turns a switch or works a lock; answers why not. */
  control(id: string, value: ParamValue): string | undefined
  /** Takes over a parameter; answers why not. */
  setParam(id: string, value: ParamValue): string | undefined
}

/** What a machine is born into. */
export interface Birth {
  readonly code: string
  readonly model: string
  readonly spot: Spot
  readonly climate: Climate
  readonly random: Random
  /** Multiplies how often things go wrong. */
  readonly mishaps: number
  readonly now: number
}
