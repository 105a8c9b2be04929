import { type Words, words } from '../kit/words.ts'
import { directions, off, on } from './meanings.ts'
import type { Signal } from './signal.ts'

/** A value as a person reads it: a measured one stays a number, a code becomes its words; null was not reported. */
export type Read = number | string | Words | null

/** What is switched; of the other signals with two states the name is a statement that holds or not. */
const switched = /Switch$|Mos$|Relay$|^fan$/
const yes = words('是', 'Yes')
const no = words('否', 'No')

export const hasTwoStates = ({ kind, unit, min, max }: Signal): boolean =>
  kind === 'number' && unit === '' && min === 0 && max === 1

/** float32 on the way to us: seven digits are true, the rest is noise. */
const exact = (value: number): number => Number(value.toPrecision(7))

function readNumber(signal: Signal, value: number): Read {
  if (hasTwoStates(signal) && (value === 0 || value === 1)) {
    const [one, zero] = switched.test(signal.name) ? [on, off] : [yes, no]
    return value === 1 ? one : zero
  }
  if (signal.kind === 'word') return `0x${value.toString(16).toUpperCase().padStart(8, '0')}`
  return exact(value * (signal.shownAs?.factor ?? 1))
}

/** Whatever is not of the signal's kind counts as not reported. */
export function readValue(signal: Signal, value: unknown): Read {
  if (typeof value !== 'number' && typeof value !== 'string') {
    const entries = Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : []
    return entries.length > 0 ? entries.map(exact).join(' · ') : null
  }
  const { means } = signal
  const meant = means && value !== '' ? (means.codes[String(value)] ?? means.otherwise) : undefined
  if (meant) return meant
  return typeof value === 'number' ? readNumber(signal, value) : value || null
}

/** Amperes up to which a battery counts as neither charging nor discharging. */
const standbyA = 0.5

export function directionOf(current: unknown): Words | null {
  if (typeof current !== 'number') return null
  if (current > standbyA) return directions.charging
  return current < -standbyA ? directions.discharging : directions.standby
}

type Row = Readonly<Record<string, unknown>>

/** A column of a board's table, as the console and the export show it. */
export interface ReadingColumn {
  readonly key: string
  readonly title: Words
  readonly unit: string
  readonly isNumber: boolean
  readonly read: (row: Row) => Read
  /** The signal whose value it is; none of a column that tells what a value means. */
  readonly signal?: Signal
}

const directionTitle = words('充放电状态', 'Direction')

/** A column for each signal, and one behind a battery's current that says which way it flows. */
export function readingColumns(signals: readonly Signal[]): ReadingColumn[] {
  return signals.flatMap((signal) => {
    const { name, kind, unit, means, shownAs, zh, en } = signal
    const column: ReadingColumn = {
      key: name,
      title: words(zh, en),
      unit: shownAs?.unit ?? unit,
      isNumber: kind === 'number' && !means && !hasTwoStates(signal),
      read: (row) => readValue(signal, row[name]),
      signal,
    }
    if (!signal.isBatteryCurrent) return [column]
    return [
      column,
      {
        key: `${name}Direction`,
        title: directionTitle,
        unit: '',
        isNumber: false,
        read: (row: Row) => directionOf(row[name]),
      },
    ]
  })
}

/** The heading of a column: 电流 (A). */
export const headed = ({ title, unit }: ReadingColumn): Words =>
  unit ? words(`${title.zh} (${unit})`, `${title.en} (${unit})`) : title
