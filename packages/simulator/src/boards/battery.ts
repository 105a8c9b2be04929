import type { BoardValues } from '@wattkeeper/contracts/link'
import { cellTemps, cellVolts, round } from '../cells.ts'
import type { SwapBattery } from '../machines/swap-battery.ts'

export function batteryValues({ spec, pack, cells, health, dock }: SwapBattery) {
  const temps = cellTemps(spec, pack)
  const values: BoardValues<'battery'> = {
    soc: round(pack.soc * 100, 1),
    soh: round(health * 100, 1),
    voltage: round(pack.voltageV, 2),
    current: round(pack.currentA, 2),
    power: round(pack.powerW, 1),
    cellTempMax: temps.max,
    cellTempMin: temps.min,
    cellVolts: cellVolts(spec, pack, cells),
    cycleCount: Math.floor(cells.cyclesBefore + pack.chargedAh / spec.capacityAh),
    chargeState: pack.currentA > 0.05 ? 1 : pack.currentA < -0.05 ? 2 : 0,
    // On the road there is no cabinet: an empty code and bay 0 say so.
    cabinetCode: dock?.cabinetCode ?? '',
    bay: dock?.bay ?? 0,
  }
  return values
}
