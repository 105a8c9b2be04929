export interface Cell {
  /** From 1. */
  readonly cell: number
  readonly volts: number
  /** 0 to 1: how long its bar is. */
  readonly height: number
}

export interface Cells {
  readonly cells: readonly Cell[]
  readonly lowest: Cell
  readonly highest: Cell
  readonly spreadMillivolts: number
}

/** A spread of a few millivolts must be seen and not look like an abyss: a bar ends this far below the highest at most. */
const leastRoom = 0.05
const shortest = 0.25

/** Cells as bars, the highest of full length; undefined of no cells. */
export function cellsOf(voltages: readonly number[]): Cells | undefined {
  const min = Math.min(...voltages)
  const max = Math.max(...voltages)
  const room = Math.max(leastRoom, max - min)
  const cells = voltages.map((volts, place) => ({
    cell: place + 1,
    volts,
    height: 1 - (1 - shortest) * ((max - volts) / room),
  }))
  const lowest = cells.find(({ volts }) => volts === min)
  const highest = cells.find(({ volts }) => volts === max)
  return lowest && highest && { cells, lowest, highest, spreadMillivolts: Math.round((max - min) * 1_000) }
}
