import { cellTemps, cellVolts } from '../cells.ts'
import type { MicroInverter } from '../machines/micro-inverter.ts'
import { protectionWord } from './pack.ts'
import { bits } from './words.ts'
import type { AlarmWords } from './words.ts'

/** The alarm signals of a micro-inverter storage. */
export function microInverterAlarms(device: MicroInverter): AlarmWords {
  const { spec, pack, cells, events, trips, grid, airC, inverterW, ratedW } = device
  const temps = cellTemps(spec, pack)
  const mosTempC = airC + 10 + 0.015 * inverterW
  return {
    '03021001': bits([events.has('mpptSilent'), 2], [events.has('meterSilent'), 3]),
    '03021002': ambientNotice(device),
    '03022001': protectionWord(
      { spec, pack, temps, mosTempC, cellVolts: cellVolts(spec, pack, cells) },
      trips,
    ),
    '03023001': bits(
      [trips.above('overload', inverterW, [1.05 * ratedW, ratedW]), 0],
      [trips.above('sink', mosTempC, [85, 78]), 4],
    ),
    '03023002': bits([trips.above('gridHigh', grid.volts, [262, 255]), 0], [!grid.isThere, 4]),
    '03023003': events.has('lowInsulation') ? 1 : 0,
  }
}

/** 1 too hot, 2 too cold around the box. */
function ambientNotice({ airC, trips }: MicroInverter): number {
  if (trips.above('ambientHot', airC, [45, 42])) return 1
  return trips.below('ambientCold', airC, [-15, -12]) ? 2 : 0
}
