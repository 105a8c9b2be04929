import { describeBoard, isBoard, layoutOf } from '@wattkeeper/contracts/link'
import type { Signal, UnitsDescription } from '@wattkeeper/contracts/link'
import { isRecord, listIn } from '../../platform/link/reports.ts'

/** The values of one unit of one board, placed as they are stored. */
export interface Reading {
  unit: number
  numbers: (number | null)[]
  /** JSON of what has no place among the numbers; null when there is nothing. */
  extra: string | null
}

export type Read = { readings: Reading[]; unknown: number; implausible: number } | { wrong: string }

/** Reads the values of a board completely: wrong types are named, unknown fields and implausible values counted. */
export function readValues(board: string, values: Record<string, unknown>): Read | undefined {
  const plan = planOf(board)
  if (!plan) return undefined
  const tally = { unknown: 0, implausible: 0 }
  const whole = readUnit(plan.whole, { values, unit: 0, tally, skip: plan.units?.field })
  if (typeof whole === 'string') return { wrong: whole }
  const readings = [whole]
  const wrong = plan.units && readUnits(plan, { list: values[plan.units.field], readings, tally })
  return wrong ? { wrong } : { readings, ...tally }
}

interface Tally {
  unknown: number
  implausible: number
}

interface Place {
  signal: Signal
  /** Place among the numbers; -1 for what is kept beside them. */
  place: number
}

interface UnitPlan {
  places: Map<string, Place>
  width: number
}

interface BoardPlan {
  whole: UnitPlan
  units: UnitsDescription | undefined
  each: UnitPlan
}

const plans = new Map<string, BoardPlan>()

function planOf(board: string): BoardPlan | undefined {
  const known = plans.get(board)
  if (known || !isBoard(board)) return known
  const { signals, units } = describeBoard(board)
  const plan = { whole: planUnit(signals), units, each: planUnit(units?.signals ?? []) }
  plans.set(board, plan)
  return plan
}

function planUnit(signals: readonly Signal[]): UnitPlan {
  const { numbers, extra } = layoutOf(signals)
  const places = new Map<string, Place>()
  for (const [place, signal] of numbers.entries()) places.set(signal.name, { signal, place })
  for (const signal of extra) places.set(signal.name, { signal, place: -1 })
  return { places, width: numbers.length }
}

interface Unit {
  values: Record<string, unknown>
  unit: number
  tally: Tally
  skip: string | undefined
}

/** A reading, or the name of the first signal of a wrong type. */
function readUnit(plan: UnitPlan, { values, unit, tally, skip }: Unit): Reading | string {
  const numbers: (number | null)[] = new Array<number | null>(plan.width).fill(null)
  let extra: Record<string, unknown> | undefined
  for (const name in values) {
    if (name === skip) continue
    const place = plan.places.get(name)
    if (!place) {
      tally.unknown++
      continue
    }
    const value = values[name]
    if (value === null) continue
    if (!isOfKind(value, place.signal)) return name
    if (place.place < 0) {
      extra ??= {}
      extra[name] = value
    } else if (typeof value === 'number') {
      numbers[place.place] = value
      if (value < place.signal.min || value > place.signal.max) tally.implausible++
    }
  }
  return { unit, numbers, extra: extra ? JSON.stringify(extra) : null }
}

interface Units {
  list: unknown
  readings: Reading[]
  tally: Tally
}

function readUnits({ units, each }: BoardPlan, { list: given, readings, tally }: Units): string | undefined {
  if (!units || given === undefined || given === null) return undefined
  const list = listIn(given)
  if (!list || list.length > units.most) return units.field
  const seen = new Set<number>()
  for (const entry of list) {
    if (!isRecord(entry)) return units.field
    const unit = entry[units.key]
    if (
      typeof unit !== 'number' ||
      !Number.isInteger(unit) ||
      unit < 1 ||
      unit > units.most ||
      seen.has(unit)
    )
      return `${units.field}.${units.key}`
    seen.add(unit)
    const reading = readUnit(each, { values: entry, unit, tally, skip: units.key })
    if (typeof reading === 'string') return `${units.field}.${reading}`
    readings.push(reading)
  }
  return undefined
}

const MOST_FLOAT32 = 3.4028234663852886e38
const MOST_WORD = 0xffff_ffff
const MOST_LIST = 256
const MOST_TEXT = 64

const isFloat32 = (value: unknown): value is number =>
  typeof value === 'number' && value <= MOST_FLOAT32 && value >= -MOST_FLOAT32

function isOfKind(value: unknown, { kind }: Signal): boolean {
  if (kind === 'number') return isFloat32(value)
  if (kind === 'word')
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_WORD
  if (kind === 'list') return Array.isArray(value) && value.length <= MOST_LIST && value.every(isFloat32)
  return (
    typeof value === 'string' && value.length <= MOST_TEXT && !value.includes('\0') && value.isWellFormed()
  )
}
