import type { Board } from '@wattkeeper/contracts/link'
import { cabinetAlarms } from './alarms/cabinet.ts'
import { microInverterAlarms } from './alarms/micro-inverter.ts'
import { portableAlarms } from './alarms/portable.ts'
import { swapBatteryAlarms } from './alarms/swap-battery.ts'
import type { AlarmWords } from './alarms/words.ts'
import { basicValues } from './boards/basic.ts'
import { batteryValues } from './boards/battery.ts'
import { cabinetValues } from './boards/cabinet.ts'
import { portableReadings } from './boards/portable.ts'
import type { Reading } from './boards/reading.ts'
import { Cabinet } from './machines/cabinet.ts'
import type { Birth, Machine } from './machines/machine.ts'
import { MicroInverter } from './machines/micro-inverter.ts'
import { Portable } from './machines/portable.ts'
import { SwapBattery } from './machines/swap-battery.ts'

/** A machine, and what is seen of it from outside. */
export interface Body<M extends Machine = Machine> {
  readonly machine: M
  readonly boards: readonly Board[]
  readings(): Reading[]
  /** Every alarm signal of the device with its present value, 0 where all is well. */
  alarms(): AlarmWords
  /** Alarms of level 1, as when new firmware breaks the machine. */
  readonly severe: AlarmWords
  /** What is reported as soon as it differs, whatever the board's turn. */
  urgent?(): string
}

export function portableBody(birth: Birth): Body<Portable> {
  const machine = new Portable(birth)
  return {
    machine,
    boards: ['sc', 'andersen', 'bms', 'pcs', 'mppt'],
    readings: () => portableReadings(machine),
    alarms: () => portableAlarms(machine),
    severe: { '03012002': 0b1000 },
  }
}

export function microInverterBody(birth: Birth): Body<MicroInverter> {
  const machine = new MicroInverter(birth)
  return {
    machine,
    boards: ['basic'],
    readings: () => [{ board: 'basic', values: basicValues(machine) }],
    alarms: () => microInverterAlarms(machine),
    severe: { '03022002': 0b1000 },
  }
}

export function cabinetBody(birth: Birth): Body<Cabinet> {
  const machine = new Cabinet(birth)
  return {
    machine,
    boards: ['cabinet'],
    readings: () => [{ board: 'cabinet', values: cabinetValues(machine) }],
    alarms: () => cabinetAlarms(machine),
    severe: { '03036001': 0b10 },
    urgent: () => machine.bays.map((bay) => Number(machine.isDoorOpen(bay))).join(''),
  }
}

export function swapBatteryBody(birth: Birth): Body<SwapBattery> {
  const machine = new SwapBattery(birth)
  return {
    machine,
    boards: ['battery'],
    readings: () => [{ board: 'battery', values: batteryValues(machine) }],
    alarms: () => swapBatteryAlarms(machine),
    severe: { '03042002': 0b1000 },
  }
}
