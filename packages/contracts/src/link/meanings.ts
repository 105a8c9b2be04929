import { words } from '../kit/words.ts'
import type { Meanings } from './signal.ts'

export const on = words('开', 'On')
export const off = words('关', 'Off')
const idle = words('空闲', 'Idle')
const fault = words('故障', 'Fault')

export const directions = {
  standby: words('待机', 'Standby'),
  charging: words('充电', 'Charging'),
  discharging: words('放电', 'Discharging'),
}

/** 0 standby, 1 charging, 2 discharging */
export const chargeStates: Meanings = {
  codes: { 0: directions.standby, 1: directions.charging, 2: directions.discharging },
}
export const mpptStates: Meanings = { codes: { '01': on }, otherwise: off }
export const highSideStates: Meanings = {
  codes: { 0: idle, 1: words('逆变', 'Inverter'), 2: directions.charging },
  otherwise: fault,
}
export const runModes: Meanings = {
  codes: {
    0: words('正常模式', 'Normal'),
    1: words('单板模式', 'Single-board'),
    2: words('校准模式', 'Calibration'),
  },
  otherwise: words('老化模式', 'Aging'),
}
export const portStates: Meanings = {
  codes: { 0: idle, 1: words('输入', 'Input'), 2: words('输出', 'Output') },
}
export const inverterStates: Meanings = {
  codes: { 0: words('等待', 'Waiting'), 1: words('发电', 'Feeding'), 2: fault },
}
export const panelStates: Meanings = { codes: { 0: idle, 1: words('发电', 'Generating') } }
/** A bay's indicator: colour and rhythm. */
export const bayLights: Meanings = {
  codes: {
    0: words('灭', 'Off'),
    1: words('红灯常亮', 'Red steady'),
    2: words('绿灯常亮', 'Green steady'),
    3: words('蓝灯常亮', 'Blue steady'),
    4: words('黄灯常亮', 'Yellow steady'),
    5: words('红灯闪烁', 'Red flashing'),
    6: words('绿灯闪烁', 'Green flashing'),
    7: words('蓝灯闪烁', 'Blue flashing'),
    8: words('黄灯闪烁', 'Yellow flashing'),
  },
}
