import type { BoardValues } from '@wattkeeper/contracts/link'
import { round } from '../cells.ts'
import type { Bay, Cabinet } from '../machines/cabinet.ts'

export function cabinetValues(cabinet: Cabinet) {
  const { volts, powerW, energyKWh, airC, humidity, events, bays } = cabinet
  const values: BoardValues<'cabinet'> = {
    inputVoltage: round(volts, 1),
    inputCurrent: volts > 0 ? round(powerW / volts, 2) : 0,
    inputPower: round(powerW, 1),
    energy: round(energyKWh, 2),
    envTemp: round(airC, 1),
    humidity: round(humidity, 1),
    smoke: events.has('smoke') ? 1 : 0,
    water: events.has('water') ? 1 : 0,
    fan: airC > 30 && !events.has('fanStalled') ? 1 : 0,
    bays: bays.map((bay) => bayValues(cabinet, bay)),
  }
  return values
}

function bayValues(cabinet: Cabinet, bay: Bay) {
  const { battery } = bay
  const isOpen = cabinet.isDoorOpen(bay)
  const door = {
    bay: bay.number,
    doorOpen: isOpen ? 1 : 0,
    lockFeedback: isOpen ? 0 : 1,
    light: lightOf(cabinet, bay),
    enabled: bay.isEnabled ? 1 : 0,
  }
  if (!battery)
    return {
      ...door,
      occupied: 0,
      batteryCode: '',
      soc: 0,
      voltage: 0,
      current: 0,
      temp: bayTemp(cabinet),
      charging: 0,
    }
  const { soc, voltageV, currentA, tempC } = battery.pack
  return {
    ...door,
    occupied: 1,
    batteryCode: battery.code,
    soc: round(soc * 100, 1),
    voltage: round(voltageV, 2),
    current: round(currentA, 2),
    temp: round(tempC, 1),
    charging: cabinet.canCharge(bay) ? 1 : 0,
  }
}

const bayTemp = ({ airC }: Cabinet) => round(airC, 1)

/** The seven colours of parameter 02121010, in its order, with the place each bay stands at. */
function lightOf(cabinet: Cabinet, bay: Bay): number {
  if (bay.handLight && cabinet.now < bay.handLight.until) return bay.handLight.light
  const colours = String(cabinet.params.get('02121010'))
  const isWeak = bay.number === cabinet.weakBay
  if (isWeak && cabinet.events.has('bayDoorStuck')) return colour(colours, 5)
  if (cabinet.isDoorOpen(bay)) return colour(colours, 2)
  if (cabinet.events.has('bayBoardSilent')) return colour(colours, 3)
  if (!bay.battery) return colour(colours, 6)
  if (isWeak && cabinet.events.has('bayChargerFault')) return colour(colours, 4)
  return colour(colours, cabinet.canCharge(bay) ? 0 : 1)
}

const colour = (colours: string, place: number) => Number(colours[place] ?? 0)
