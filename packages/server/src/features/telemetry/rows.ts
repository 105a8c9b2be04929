import type { BoardRow, LiveView } from '@wattkeeper/contracts/api/telemetry'
import { type Board, type Signal, describeBoard, isBoard, layoutOf } from '@wattkeeper/contracts/link'
import type { StoredReading } from './queries.ts'

type Values = Record<string, unknown>

/** Values under their names in the catalogue; what was not reported is null. */
export function namedValues(
  signals: readonly Signal[],
  { numbers, extra }: Pick<StoredReading, 'numbers' | 'extra'>,
): Values {
  const layout = layoutOf(signals)
  return {
    ...Object.fromEntries(layout.numbers.map(({ name }, place) => [name, numbers[place] ?? null])),
    ...Object.fromEntries(layout.extra.map(({ name }) => [name, extra?.[name] ?? null])),
  }
}

/** Rows as they go out. Units of the same instant stand as a list in their board's row. */
export function boardRows(
  board: Board,
  readings: readonly StoredReading[],
  ofUnits: readonly StoredReading[] = [],
): BoardRow[] {
  const { signals, units } = describeBoard(board)
  const byInstant = Map.groupBy(ofUnits, ({ ts }) => ts)
  return readings.map((reading) => ({
    createTime: reading.ts,
    ...namedValues(signals, reading),
    ...(units && {
      [units.field]: (byInstant.get(reading.ts) ?? []).map((each) => ({
        [units.key]: each.unit,
        ...namedValues(units.signals, each),
      })),
    }),
  }))
}

const sum = (...values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
const product = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.round(a * b * 10) / 10
/** The part of a signed power that flows one way. */
const above0 = (value: number | null): number | null => value && Math.max(0, value)
const negated = (value: number | null): number | null => value && -value

/**
 * The control view of a portable power station, from the newest reading of each of its boards. What no board reports is
 * null, never 0. The formulas are documented in docs/live-view.md:
 *
 * - soc: sc.soc, else bms.soc; totalU, totalI: bms.voltage, bms.current (positive charges)
 * - outputPower, inputPower and the ports: as sc reports them; USB-A is A1 + A2, cl the car port
 * - andersonOutputPower: andersen.outputVoltage × outputCurrent; mpptPower: mppt.pvVoltage × pvCurrent
 * - pcs.acPower is signed, positive from the mains: above 0 it is pcsInputPower, below 0 inverterOutputPower
 * - the switches: as sc reports them, 1 is on
 * - fastChargeOutputPower, otherOutputPower: no board of the catalogue reports them
 */
export function liveView(latest: readonly (StoredReading & { board: string })[]): LiveView {
  const valueOf = valuesByName(latest)
  const acPower = valueOf('pcs', 'acPower')
  return {
    soc: valueOf('sc', 'soc') ?? valueOf('bms', 'soc'),
    totalU: valueOf('bms', 'voltage'),
    totalI: valueOf('bms', 'current'),
    outputPower: valueOf('sc', 'outputPower'),
    wirelessChargePower: valueOf('sc', 'wirelessPower'),
    usbaOutputPower: sum(valueOf('sc', 'usbA1Power'), valueOf('sc', 'usbA2Power')),
    fastChargeOutputPower: null,
    typeC1OutputPower: valueOf('sc', 'typeC1Power'),
    typeC2OutputPower: valueOf('sc', 'typeC2Power'),
    clOutputPower: valueOf('sc', 'carPower'),
    andersonOutputPower: product(valueOf('andersen', 'outputVoltage'), valueOf('andersen', 'outputCurrent')),
    otherOutputPower: null,
    inverterOutputPower: above0(negated(acPower)),
    inputPower: valueOf('sc', 'inputPower'),
    pcsInputPower: above0(acPower),
    mpptPower: product(valueOf('mppt', 'pvVoltage'), valueOf('mppt', 'pvCurrent')),
    lightLineStatus: valueOf('sc', 'lightSwitch'),
    usbStatus: valueOf('sc', 'usbSwitch'),
    dcStatus: valueOf('sc', 'dcSwitch'),
    acStatus: valueOf('sc', 'acSwitch'),
  }
}

function valuesByName(latest: readonly (StoredReading & { board: string })[]) {
  const boards = new Map(
    latest.flatMap((reading): [string, Values][] => {
      const { board } = reading
      return isBoard(board) ? [[board, namedValues(describeBoard(board).signals, reading)]] : []
    }),
  )
  return (board: Board, name: string): number | null => {
    const value = boards.get(board)?.[name]
    return typeof value === 'number' ? value : null
  }
}
