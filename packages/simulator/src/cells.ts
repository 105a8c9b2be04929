import { cellOpenVolts, clamp } from './battery.ts'
import type { PackSpec, PackState } from './battery.ts'
import type { Random } from './random.ts'

/** How far each cell's state of charge lies from the pack's: made with it, worse with age. */
export type CellSpread = readonly number[]

export const newCellSpread = ({ cells }: PackSpec, age: number, random: Random): CellSpread =>
  Array.from({ length: cells }, () => random.between(-0.004, 0.004) * (1 + 2 * age))

/** Cell voltages under load. A weak cell sags while it gives and rises while it takes. */
export function cellVolts(spec: PackSpec, state: PackState, { spread, isOneWeak }: CellCondition): number[] {
  const drop = (state.currentA * spec.milliohmPerCell) / 1_000
  return spread.map((deviation, cell) => {
    const isWeak = isOneWeak && cell === spread.length - 1
    const open = cellOpenVolts(state.soc + deviation)
    return round(clamp(isWeak ? open - 0.22 + 3 * drop : open + drop, 0, 5), 3)
  })
}

interface CellCondition {
  readonly spread: CellSpread
  readonly isOneWeak: boolean
}

/** The middle of a pack is its warmest place, the more so the harder it works. */
export function cellTemps({ capacityAh }: PackSpec, { tempC, currentA }: PackState) {
  const difference = 0.6 + (4 * Math.abs(currentA)) / capacityAh
  return { max: round(tempC + difference / 2, 1), min: round(tempC - difference / 2, 1) }
}

export function round(value: number, digits: number): number {
  const scale = 10 ** digits
  // Adding zero turns -0, which JSON would write as 0 anyway, into 0.
  return Math.round(value * scale) / scale + 0
}
