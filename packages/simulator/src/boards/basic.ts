import type { BoardValues } from '@wattkeeper/contracts/link'
import { cellVolts, round } from '../cells.ts'
import type { MicroInverter, PanelString } from '../machines/micro-inverter.ts'

export function basicValues({ spec, pack, cells, airC, grid, inverterW, panels }: MicroInverter) {
  const volts = cellVolts(spec, pack, cells)
  const [first, second] = panels
  const values: BoardValues<'basic'> = {
    bmsSOC: round(pack.soc * 100, 1),
    bmsVMax: Math.max(...volts),
    bmsVMin: Math.min(...volts),
    bmsVol: round(pack.voltageV, 2),
    bmscur: round(pack.currentA, 2),
    envTemp: round(airC, 1),
    // 0 waiting, 1 feeding, 2 fault
    invStatus: !grid.isThere ? 2 : inverterW > 1 ? 1 : 0,
    invVol: round(grid.volts, 1),
    invcur: grid.volts > 0 ? round(inverterW / grid.volts, 2) : 0,
    pv1cur: currentOf(first),
    pv1power: round(first.powerW, 1),
    pv1status: statusOf(first),
    pv1vol: round(first.volts, 1),
    pv2cur: currentOf(second),
    pv2power: round(second.powerW, 1),
    pv2status: statusOf(second),
    pv2vol: round(second.volts, 1),
  }
  return values
}

const statusOf = ({ powerW }: PanelString) => (powerW > 0 ? 1 : 0)
const currentOf = ({ powerW, volts }: PanelString) => (volts > 0 ? round(powerW / volts, 2) : 0)
