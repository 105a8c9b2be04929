import { type Board, type Signal, boards, describeBoard, hasTwoStates } from '@wattkeeper/contracts/link'

/** The catalogue gives every enumeration that is reported as a number this range. */
const isState = ({ unit, max }: Signal): boolean => unit === '' && max === 255

/** What a chart can draw: measured quantities, not switches and states. */
export const canBeDrawn = (signal: Signal): boolean =>
  signal.kind === 'number' && !signal.means && !hasTwoStates(signal) && !isState(signal)

/** Whether a measured value lies within the range that the catalogue calls plausible. */
export const isPlausible = ({ kind, means, min, max }: Signal, value: unknown): boolean =>
  kind !== 'number' || means !== undefined || typeof value !== 'number' || (value >= min && value <= max)

/** The boards that have reported, in the catalogue's order. */
export function reportedBoards(names: readonly string[]): Board[] {
  const reported = new Set(names)
  return boards.filter((board) => reported.has(board))
}

export const signalNamed = (board: Board, name: string): Signal | undefined =>
  describeBoard(board).signals.find((signal) => signal.name === name)
