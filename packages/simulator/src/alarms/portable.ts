import { cellTemps, cellVolts } from '../cells.ts'
import type { Portable } from '../machines/portable.ts'
import { protectionWord } from './pack.ts'
import { bits } from './words.ts'
import type { AlarmWords } from './words.ts'

/** The alarm signals of a portable power station, by the codes and bits of the fault catalogue. */
export function portableAlarms(portable: Portable): AlarmWords {
  const { spec, pack, cells, events, trips, grid, flows, mosTempC, airC, solar } = portable
  const temps = cellTemps(spec, pack)
  const isPlugged = grid.isPlugged
  return {
    '03011001': bits([events.has('displaySilent'), 0], [events.has('bmsSilent'), 1]),
    '03011002': bits([events.has('portShort'), 0]),
    '03011003': bits([events.has('fanStalled'), 0], [trips.above('enclosure', airC + 8, [55, 50]), 2]),
    '03012001': protectionWord(
      { spec, pack, temps, mosTempC, cellVolts: cellVolts(spec, pack, cells) },
      trips,
    ),
    '03012002': bits([events.has('senseWireOpen'), 4]),
    '03012003': socNotice(portable),
    '03013001': bits(
      [trips.above('overload', flows.out.ac, [1.05 * portable.ratedW, portable.ratedW]), 0],
      [trips.above('sink', mosTempC, [85, 78]), 6],
      [events.has('fanStalled') && flows.out.ac > 0, 8],
    ),
    '03013002': bits(
      [isPlugged && trips.above('mainsHigh', grid.volts, [262, 255]), 0],
      [isPlugged && trips.below('mainsLow', grid.volts, [190, 198]), 1],
    ),
    '03014001': bits([trips.above('pvHigh', solar.volts, [60, 55]), 0]),
    '03015001': bits([trips.above('terminal', airC + 0.05 * flows.out.andersen, [75, 65]), 4]),
  }
}

/** 1 below 20 %, 2 below 5 %, 3 when much of the capacity is gone. */
function socNotice({ pack, trips, health }: Portable): number {
  if (trips.below('empty', pack.soc, [0.05, 0.07])) return 2
  if (trips.below('low', pack.soc, [0.2, 0.23])) return 1
  return health < 0.8 ? 3 : 0
}
