/** What a pack of lithium iron phosphate cells in series is made of. */
export interface PackSpec {
  readonly cells: number
  readonly capacityAh: number
  readonly milliohmPerCell: number
  /** Largest currents, as multiples of the capacity per hour. */
  readonly chargeRate: number
  readonly dischargeRate: number
  readonly heatCapacityJPerK: number
  /** Heat given off to the air around, per degree of difference. */
  readonly coolingWPerK: number
}

/** A pack at one instant. Charging counts as positive, everywhere. */
export interface PackState {
  /** 0 to 1 */
  readonly soc: number
  readonly tempC: number
  readonly currentA: number
  readonly voltageV: number
  /** At the terminals: what was wanted, or less where the pack would not take or give it. */
  readonly powerW: number
  /** Running totals since the pack was made: they balance. */
  readonly enteredJ: number
  readonly leftJ: number
  readonly heatJ: number
  /** Charge that went in; a full capacity of it is one cycle. */
  readonly chargedAh: number
}

export interface PackDemand {
  readonly powerW: number
  readonly ambientC: number
  readonly seconds: number
}

/** Open-circuit voltage of one cell over its state of charge: flat in the middle, steep at both ends. */
const curve: readonly (readonly [soc: number, volts: number])[] = [
  [0, 2.5],
  [0.02, 2.8],
  [0.05, 3.0],
  [0.1, 3.15],
  [0.2, 3.23],
  [0.3, 3.27],
  [0.5, 3.3],
  [0.7, 3.325],
  [0.9, 3.35],
  [0.95, 3.375],
  [0.98, 3.42],
  [1, 3.5],
]

const chargeEfficiency = 0.995
const secondsPerHour = 3_600
/** Currents change little within this; longer steps are cut into such pieces. */
const longestStepS = 60

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export function cellOpenVolts(soc: number): number {
  const at = clamp(soc, 0, 1)
  let [fromSoc, fromVolts] = [0, 2.5]
  for (const [toSoc, toVolts] of curve) {
    if (at <= toSoc) {
      const share = toSoc === fromSoc ? 0 : (at - fromSoc) / (toSoc - fromSoc)
      return fromVolts + share * (toVolts - fromVolts)
    }
    ;[fromSoc, fromVolts] = [toSoc, toVolts]
  }
  return fromVolts
}

export function newPack(spec: PackSpec, soc: number, tempC: number): PackState {
  const still = { currentA: 0, powerW: 0, enteredJ: 0, leftJ: 0, heatJ: 0, chargedAh: 0 }
  return { ...still, soc: clamp(soc, 0, 1), tempC, voltageV: spec.cells * cellOpenVolts(soc) }
}

/** Moves a pack on in time at a wanted terminal power. */
export function stepPack(
  spec: PackSpec,
  from: PackState,
  { powerW, ambientC, seconds }: PackDemand,
): PackState {
  let state = from
  for (let left = seconds; left > 0; left -= longestStepS)
    state = shortStep(spec, state, { powerW, ambientC, seconds: Math.min(left, longestStepS) })
  return state
}

function shortStep(spec: PackSpec, from: PackState, { powerW, ambientC, seconds }: PackDemand): PackState {
  const resistance = packOhm(spec)
  const openVolts = spec.cells * cellOpenVolts(from.soc)
  const { mostIn, mostOut } = currentLimits(spec, from, seconds)
  const currentA = clamp(currentFor(powerW, openVolts, resistance), -mostOut, mostIn)
  const voltageV = openVolts + currentA * resistance
  const terminalW = voltageV * currentA
  const kept = currentA > 0 ? chargeEfficiency : 1
  const heatW = currentA ** 2 * resistance + (1 - kept) * openVolts * currentA
  const movedAh = (currentA * kept * seconds) / secondsPerHour
  return {
    soc: clamp(from.soc + movedAh / spec.capacityAh, 0, 1),
    tempC: settle(spec, from.tempC, { towardC: ambientC + heatW / spec.coolingWPerK, seconds }),
    currentA,
    voltageV,
    powerW: terminalW,
    enteredJ: from.enteredJ + Math.max(0, terminalW) * seconds,
    leftJ: from.leftJ + Math.max(0, -terminalW) * seconds,
    heatJ: from.heatJ + heatW * seconds,
    chargedAh: from.chargedAh + Math.max(0, movedAh),
  }
}

const packOhm = ({ cells, milliohmPerCell }: PackSpec) => (cells * milliohmPerCell) / 1_000

/** Solves P = (E + I·R)·I for the current; asks for more than the pack can ever give end at its peak. */
function currentFor(powerW: number, openVolts: number, resistance: number): number {
  const discriminant = openVolts ** 2 + 4 * resistance * powerW
  return (Math.sqrt(Math.max(0, discriminant)) - openVolts) / (2 * resistance)
}

/** The battery board's own protection: tapers near full, cuts off near empty, derates when too hot or too cold. */
function currentLimits(spec: PackSpec, { soc, tempC }: PackState, seconds: number) {
  const room = ((1 - soc) * spec.capacityAh * secondsPerHour) / seconds
  const stock = (soc * spec.capacityAh * secondsPerHour) / seconds
  const warmEnough = clamp(tempC / 5, 0, 1) * clamp((56 - tempC) / 6, 0, 1)
  const taper = clamp((1 - soc) / 0.05, 0.02, 1)
  const notFrozen = clamp((tempC + 20) / 5, 0, 1) * clamp((70 - tempC) / 5, 0, 1)
  const reserve = clamp((soc - 0.01) / 0.02, 0, 1)
  return {
    mostIn: Math.min(room, spec.chargeRate * spec.capacityAh * warmEnough * taper),
    mostOut: Math.min(stock, spec.dischargeRate * spec.capacityAh * notFrozen * reserve),
  }
}

/** Exact for a constant source over the step, so that no step length can overshoot. */
function settle(spec: PackSpec, tempC: number, to: { towardC: number; seconds: number }): number {
  return (
    to.towardC + (tempC - to.towardC) * Math.exp((-spec.coolingWPerK * to.seconds) / spec.heatCapacityJPerK)
  )
}

/** Energy that the cells hold, from empty: the area under the open-circuit curve. */
export function storedJ({ cells, capacityAh }: PackSpec, soc: number): number {
  let area = 0
  const pieces = 1_000
  const width = clamp(soc, 0, 1) / pieces
  for (let piece = 0; piece < pieces; piece++) area += cellOpenVolts((piece + 0.5) * width) * width
  return area * cells * capacityAh * secondsPerHour
}
