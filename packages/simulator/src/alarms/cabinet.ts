import type { Cabinet } from '../machines/cabinet.ts'
import { bits } from './words.ts'
import type { AlarmWords } from './words.ts'

/** The alarm signals of a swap cabinet; those of the bays carry one bit a bay. */
export function cabinetAlarms(cabinet: Cabinet): AlarmWords {
  const { events, trips, airC, humidity, volts, bays, weakBay } = cabinet
  const overTempPoint = Number(cabinet.params.get('02121006'))
  const weakBit = weakBay - 1
  return {
    '03031001': bits([events.has('doorForced'), 0], [events.has('bayDoorStuck'), 6]),
    '03031002': bits(
      [events.has('water'), 0],
      [trips.above('hot', airC, [50, 46]), 1],
      [trips.below('cold', airC, [-20, -16]), 2],
      [trips.above('damp', humidity, [95, 90]), 3],
    ),
    '03031003': bits([events.has('fanStalled'), weakBay % 4]),
    '03033001': bits([trips.above('gridHigh', volts, [264, 256]), 0], [volts === 0, 2]),
    '03033002': events.has('moduleHot') ? 4 : 0,
    '03036001': bits([events.has('smoke'), 0]),
    '03037001': bits([events.has('bayBoardSilent'), 0]),
    '03039001': bits([events.has('bayChargerFault'), weakBit]),
    '03039002': bits(
      ...bays.map(({ number, battery }): [boolean, number] => [
        trips.above(`bay${number}`, battery?.pack.tempC ?? 0, [overTempPoint, overTempPoint - 4]),
        number - 1,
      ]),
    ),
    '03039003': bits([events.has('bayDoorStuck'), weakBit]),
  }
}
