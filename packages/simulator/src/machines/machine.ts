import type { Board, TelemetryReport } from '@wattkeeper/contracts/link'
import type { AlarmWords } from '../alarms/words.ts'
import type { Random } from '../random.ts'
import type { Climate, Spot } from '../weather.ts'

type ReadingOf<B extends Board> = { [Each in B]: Pick<TelemetryReport<Each>, 'board' | 'values'> }[B]
/** What one board says of this instant. */
export type Reading = ReadingOf<Board>

export interface Part {
  readonly partType: string
  readonly addrId: number
  currSwVersion: string
  readonly hwVersion: string
}

export type ParamValue = string | number

/** The physical thing behind a device: it goes on whether or not anybody listens. */
export interface Machine {
  readonly boards: readonly Board[]
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamValue>
  /** Moves the physics on; a time already reached changes nothing. */
  advance(now: number): void
  readings(): Reading[]
  /** Every alarm signal of the device with its present value, 0 where all is well. */
  alarms(): AlarmWords
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
