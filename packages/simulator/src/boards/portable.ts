import type { BoardValues } from '@wattkeeper/contracts/link'
import { cellTemps, cellVolts, round } from '../cells.ts'
import type { Portable } from '../machines/portable.ts'
import type { Reading } from './reading.ts'
import { versionsOf } from './versions.ts'

const half = (value: number) => round(value, 1)
const flag = (isOn: boolean) => (isOn ? 1 : 0)
const per = (powerW: number, volts: number) => (volts > 0 ? round(powerW / volts, 2) : 0)

export function portableReadings(portable: Portable): Reading[] {
  const readings: Reading[] = [
    { board: 'sc', values: scValues(portable) },
    { board: 'andersen', values: andersenValues(portable) },
    { board: 'bms', values: bmsValues(portable) },
    { board: 'pcs', values: pcsValues(portable) },
    { board: 'mppt', values: mpptValues(portable) },
  ]
  // A board that nobody inside can reach reports nothing.
  return portable.events.has('bmsSilent') ? readings.filter(({ board }) => board !== 'bms') : readings
}

function scValues({ flows, switches, solar, pack, screenOffSeconds, standbySeconds }: Portable) {
  const { out, intake } = flows
  const values: BoardValues<'sc'> = {
    outputPower: half(flows.totalOutW),
    inputPower: half(flows.totalInW),
    acSwitch: flag(switches.ac),
    dcSwitch: flag(switches.dc),
    carSwitch: flag(switches.car),
    lightSwitch: flag(switches.light),
    usbSwitch: flag(switches.usb),
    usbA1Power: half(out.usbA1),
    usbA2Power: half(out.usbA2),
    typeC1Power: half(out.typeC1),
    typeC2Power: half(out.typeC2),
    carPower: half(out.car),
    wirelessPower: half(out.wireless),
    mpptVoltage: intake.solar > 0 ? half(solar.volts) : 0,
    screenOffSeconds,
    standbySeconds,
    soc: half(pack.soc * 100),
  }
  return values
}

function andersenValues({ flows, switches, airC, parts }: Portable) {
  const { out, intake } = flows
  const isIn = intake.andersen > 0
  const isOut = out.andersen > 0
  const values: BoardValues<'andersen'> = {
    ...versionsOf(parts, 'sc'),
    runStatus: isIn ? 1 : isOut ? 2 : 0,
    inputVoltage: isIn ? 13.6 : 0,
    outputVoltage: switches.dc ? 13.2 : 0,
    inputCurrent: isIn ? per(intake.andersen, 13.6) : 0,
    outputCurrent: per(out.andersen, 13.2),
    inputSwitch: flag(isIn),
    outputSwitch: flag(switches.dc),
    ntcTemperature: half(airC + 3 + 0.05 * (out.andersen + intake.andersen)),
  }
  return values
}

function bmsValues({ spec, pack, cells, mosTempC, health, parts }: Portable) {
  const volts = cellVolts(spec, pack, cells)
  const temps = cellTemps(spec, pack)
  const values: BoardValues<'bms'> = {
    soc: half(pack.soc * 100),
    voltage: round(pack.voltageV, 2),
    current: round(pack.currentA, 2),
    cellTempMax: temps.max,
    cellTempMin: temps.min,
    mosTemp: half(mosTempC),
    chargeMos: flag(temps.max < 56 && temps.min > 0),
    dischargeMos: flag(pack.soc > 0.01),
    fullCapacity: round(spec.capacityAh * health, 2),
    remainCapacity: round(spec.capacityAh * health * pack.soc, 2),
    cellVoltMax: Math.max(...volts),
    cellVoltMin: Math.min(...volts),
    cycleCount: Math.floor(cells.cyclesBefore + pack.chargedAh / spec.capacityAh),
    chargeState: pack.currentA > 0.5 ? 1 : pack.currentA < -0.5 ? 2 : 0,
    ...versionsOf(parts, 'bms'),
  }
  return values
}

function pcsValues({ flows, grid, pack, switches, parts, events }: Portable) {
  const { out, intake } = flows
  const isCharging = intake.mains > 0
  const acPower = isCharging ? intake.mains : -out.ac
  const dcPower = isCharging ? intake.mains * 0.93 : -out.ac / 0.9
  const hasVoltage = grid.isPlugged || switches.ac
  const volts = grid.isPlugged ? grid.volts : 230
  const values: BoardValues<'pcs'> = {
    acVoltage: hasVoltage ? half(volts) : 0,
    acCurrent: per(acPower, volts),
    acPower: half(acPower),
    acFrequency: hasVoltage ? round(grid.isPlugged ? grid.hertz : 50, 2) : 0,
    dcVoltage: round(pack.voltageV, 2),
    dcCurrent: per(dcPower, pack.voltageV),
    dcPower: half(dcPower),
    gridRelay: flag(isCharging),
    loadRelay: flag(switches.ac),
    runMode: 0,
    highSideState: isCharging ? 2 : switches.ac ? 1 : 0,
    stateWord1:
      (flag(grid.isPlugged) | (flag(switches.ac) << 1) | (flag(isCharging) << 2) | 0x8000_0000) >>> 0,
    stateWord2: events.has('fanStalled') ? 0x10 : 0,
    ...versionsOf(parts, 'pcs'),
  }
  return values
}

function mpptValues({ flows, solar, pack, uploadNumber }: Portable) {
  const { solar: pvW, car: carW } = flows.intake
  const values: BoardValues<'mppt'> = {
    carChargeCurrent: per(carW, 13.6),
    batteryChargeCurrent: per((pvW + carW) * 0.95, pack.voltageV),
    batteryChargeVoltage: round(pack.voltageV, 2),
    maxChargePower: solar.panelW / 100,
    status: pvW + carW > 0 ? '01' : '00',
    pvCurrent: per(pvW, solar.volts),
    pvVoltage: half(solar.volts),
    uploadNumber: uploadNumber % 16_777_216,
  }
  return values
}
