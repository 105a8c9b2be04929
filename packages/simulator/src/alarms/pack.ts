import type { PackSpec, PackState } from '../battery.ts'
import { bits } from './words.ts'
import type { Trips } from './words.ts'

export interface PackSigns {
  readonly spec: PackSpec
  readonly pack: PackState
  readonly cellVolts: readonly number[]
  readonly temps: { readonly max: number; readonly min: number }
  readonly mosTempC: number
}

/** The protection word that the battery boards of all types share: bits 0 to 12 of the fault catalogue. */
export function protectionWord({ spec, pack, cellVolts, temps, mosTempC }: PackSigns, trips: Trips): number {
  const highest = Math.max(...cellVolts)
  const lowest = Math.min(...cellVolts)
  const isCharging = pack.currentA > 0.05
  const rate = pack.currentA / spec.capacityAh
  const isHotForCharging = trips.above('chargeHot', temps.max, [45, 42])
  const isHotForDischarging = trips.above('dischargeHot', temps.max, [60, 55])
  const isColdForCharging = trips.below('chargeCold', temps.min, [0, 3])
  return bits(
    [trips.above('cellHigh', highest, [3.65, 3.5]), 0],
    [trips.below('cellLow', lowest, [2.6, 2.9]), 1],
    [trips.above('packHigh', pack.voltageV, [3.6 * spec.cells, 3.45 * spec.cells]), 2],
    [trips.below('packLow', pack.voltageV, [2.65 * spec.cells, 2.9 * spec.cells]), 3],
    [trips.above('chargeCurrent', rate, [spec.chargeRate * 1.1, spec.chargeRate]), 4],
    [trips.above('dischargeCurrent', -rate, [spec.dischargeRate * 0.98, spec.dischargeRate * 0.8]), 5],
    [isHotForCharging && isCharging, 6],
    [isHotForDischarging && !isCharging, 7],
    [isColdForCharging && isCharging, 8],
    [trips.below('dischargeCold', temps.min, [-20, -17]) && !isCharging, 9],
    [trips.above('mosHot', mosTempC, [90, 80]), 10],
    // At the steep ends of the curve cells always differ; the board judges the flat middle only.
    [trips.above('uneven', pack.soc > 0.15 && pack.soc < 0.95 ? highest - lowest : 0, [0.15, 0.1]), 11],
    [trips.above('unevenTemp', temps.max - temps.min, [8, 6]), 12],
  )
}
