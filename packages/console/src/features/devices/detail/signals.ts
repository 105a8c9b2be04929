import { type Board, type Signal, boards, describeBoard } from '@wattkeeper/contracts/link'

/** Two states, in the words that fit: a switch is on, a bay is occupied. */
export type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'switch'; readonly isOn: boolean }
  | { readonly kind: 'fact'; readonly isOn: boolean }
  | { readonly kind: 'light'; readonly light: Light }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly isPlausible: boolean }

const lights = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
/** The colour and rhythm of a bay's indicator. */
export type Light = (typeof lights)[number]

/** What is switched; of the other signals with two states the name is a statement that holds or not. */
const switched = /Switch$|Mos$|Relay$|^fan$/

const hasTwoStates = ({ kind, unit, min, max }: Signal): boolean =>
  kind === 'number' && unit === '' && min === 0 && max === 1

/** float32 on the way to us: seven digits are true, the rest is noise. */
const exact = (value: number): string => String(Number(value.toPrecision(7)))

function shownNumber(signal: Signal, value: number): Shown {
  if (hasTwoStates(signal) && (value === 0 || value === 1)) {
    return { kind: switched.test(signal.name) ? 'switch' : 'fact', isOn: value === 1 }
  }
  const light = signal.name === 'light' ? lights.find((known) => known === value) : undefined
  if (light !== undefined) return { kind: 'light', light }
  if (signal.kind === 'word') {
    return { kind: 'text', text: `0x${value.toString(16).toUpperCase().padStart(8, '0')}` }
  }
  return { kind: 'number', text: exact(value), isPlausible: value >= signal.min && value <= signal.max }
}

/** How a signal's value is read by a person; whatever is not of the signal's kind counts as not reported. */
export function shownValue(signal: Signal, value: unknown): Shown {
  if (typeof value === 'number') return shownNumber(signal, value)
  if (typeof value === 'string' && value !== '') return { kind: 'text', text: value }
  if (Array.isArray(value) && value.length > 0) {
    const entries = value.filter((entry) => typeof entry === 'number').map(exact)
    return { kind: 'text', text: entries.join(' · ') }
  }
  return { kind: 'none' }
}

/** The catalogue gives every enumeration that is reported as a number this range. */
const isState = ({ unit, max }: Signal): boolean => unit === '' && max === 255

/** What a chart can draw: measured quantities, not switches and states. */
export const canBeDrawn = (signal: Signal): boolean =>
  signal.kind === 'number' && !hasTwoStates(signal) && !isState(signal)

/** The boards that have reported, in the catalogue's order. */
export function reportedBoards(names: readonly string[]): Board[] {
  const reported = new Set(names)
  return boards.filter((board) => reported.has(board))
}

export const signalNamed = (board: Board, name: string): Signal | undefined =>
  describeBoard(board).signals.find((signal) => signal.name === name)
