import { cellTemps, cellVolts } from '../cells.ts'
import type { SwapBattery } from '../machines/swap-battery.ts'
import { protectionWord } from './pack.ts'
import { bits } from './words.ts'
import type { AlarmWords } from './words.ts'

/** The alarm signals of a swap battery. */
export function swapBatteryAlarms(battery: SwapBattery): AlarmWords {
  const { spec, pack, cells, events, trips } = battery
  const temps = cellTemps(spec, pack)
  const mosTempC = pack.tempC + 0.6 * Math.abs(pack.currentA)
  return {
    '03042001': protectionWord(
      { spec, pack, temps, mosTempC, cellVolts: cellVolts(spec, pack, cells) },
      trips,
    ),
    '03042002': bits([events.has('lowInsulation'), 7]),
    '03042003': conditionNotice(battery),
    '03047001': bits([events.has('positionLost'), 1], [events.has('impact'), 3]),
  }
}

/** 1 charge too low, 2 worn out, 3 too many cycles. */
function conditionNotice({ pack, trips, health, cells }: SwapBattery): number {
  if (trips.below('low', pack.soc, [0.1, 0.15])) return 1
  if (health < 0.76) return 2
  return cells.cyclesBefore > 1_380 ? 3 : 0
}
