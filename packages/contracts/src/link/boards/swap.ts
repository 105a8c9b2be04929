import { bayLights, chargeStates } from '../meanings.ts'
import { list, number, onOff, state, text } from '../signal.ts'

/** A battery-swap cabinet as a whole. Append only. */
export const cabinet = [
  number('inputVoltage', { unit: 'V', range: [0, 500], zh: '输入电压', en: 'Input voltage' }),
  number('inputCurrent', { unit: 'A', range: [0, 200], zh: '输入电流', en: 'Input current' }),
  number('inputPower', { unit: 'W', range: [0, 50_000], zh: '输入功率', en: 'Input power' }),
  number('energy', { unit: 'kWh', range: [0, 10_000_000], zh: '累计电量', en: 'Energy' }),
  number('envTemp', { unit: '°C', range: [-40, 125], zh: '环境温度', en: 'Ambient temperature' }),
  number('humidity', { unit: '%', range: [0, 100], zh: '湿度', en: 'Humidity' }),
  onOff('smoke', { zh: '烟雾', en: 'Smoke' }),
  onOff('water', { zh: '水浸', en: 'Water' }),
  onOff('fan', { zh: '风扇', en: 'Fan' }),
] as const

/** One bay of a cabinet. Append only. */
export const bay = [
  onOff('occupied', { zh: '有电池', en: 'Occupied' }),
  text('batteryCode', { zh: '电池编码', en: 'Battery code' }),
  number('soc', { unit: '%', range: [0, 100], zh: '电量', en: 'SOC' }),
  number('voltage', { unit: 'V', range: [0, 200], zh: '电压', en: 'Voltage' }),
  number('current', { unit: 'A', range: [-200, 200], zh: '电流', en: 'Current' }),
  number('temp', { unit: '°C', range: [-40, 125], zh: '温度', en: 'Temperature' }),
  onOff('doorOpen', { zh: '门开', en: 'Door open' }),
  onOff('lockFeedback', { zh: '门锁反馈', en: 'Lock feedback' }),
  onOff('charging', { zh: '充电中', en: 'Charging' }),
  number('light', { range: [0, 8], zh: '指示灯', en: 'Light', means: bayLights }),
  onOff('enabled', { zh: '启用', en: 'Enabled' }),
] as const

export const battery = [
  number('soc', { unit: '%', range: [0, 100], zh: '电量', en: 'SOC' }),
  number('soh', { unit: '%', range: [0, 100], zh: '健康度', en: 'SOH' }),
  number('voltage', { unit: 'V', range: [0, 200], zh: '电压', en: 'Voltage' }),
  number('current', { unit: 'A', range: [-200, 200], zh: '电流', en: 'Current', isBatteryCurrent: true }),
  number('power', { unit: 'W', range: [-20_000, 20_000], zh: '功率', en: 'Power' }),
  number('cellTempMax', {
    unit: '°C',
    range: [-40, 125],
    zh: '最高电芯温度',
    en: 'Highest cell temperature',
  }),
  number('cellTempMin', { unit: '°C', range: [-40, 125], zh: '最低电芯温度', en: 'Lowest cell temperature' }),
  list('cellVolts', { unit: 'V', range: [0, 5], zh: '电芯电压', en: 'Cell voltages' }),
  number('cycleCount', { range: [0, 20_000], zh: '循环次数', en: 'Cycle count' }),
  state('chargeState', { zh: '充电状态', en: 'Charge state', means: chargeStates }),
  text('cabinetCode', { zh: '所在柜', en: 'Cabinet' }),
  number('bay', { range: [0, 99], zh: '所在仓', en: 'Bay' }),
] as const
