import { inverterStates, panelStates } from '../meanings.ts'
import { number, state } from '../signal.ts'

/** The basic running data row of a micro-inverter storage. Append only. */
export const basic = [
  number('bmsSOC', { unit: '%', range: [0, 100], zh: '电池电量', en: 'Battery SOC' }),
  number('bmsVMax', { unit: 'V', range: [0, 5], zh: '最高电芯电压', en: 'Highest cell voltage' }),
  number('bmsVMin', { unit: 'V', range: [0, 5], zh: '最低电芯电压', en: 'Lowest cell voltage' }),
  number('bmsVol', { unit: 'V', range: [0, 1_000], zh: '电池电压', en: 'Battery voltage' }),
  number('bmscur', {
    unit: 'A',
    range: [-500, 500],
    zh: '电池电流',
    en: 'Battery current',
    isBatteryCurrent: true,
  }),
  number('envTemp', { unit: '°C', range: [-40, 125], zh: '环境温度', en: 'Ambient temperature' }),
  state('invStatus', { zh: '逆变器状态', en: 'Inverter status', means: inverterStates }),
  number('invVol', { unit: 'V', range: [0, 500], zh: '逆变器电压', en: 'Inverter voltage' }),
  number('invcur', { unit: 'A', range: [-200, 200], zh: '逆变器电流', en: 'Inverter current' }),
  number('pv1cur', { unit: 'A', range: [0, 100], zh: '光伏 1 电流', en: 'PV 1 current' }),
  number('pv1power', { unit: 'W', range: [0, 5_000], zh: '光伏 1 功率', en: 'PV 1 power' }),
  state('pv1status', { zh: '光伏 1 状态', en: 'PV 1 status', means: panelStates }),
  number('pv1vol', { unit: 'V', range: [0, 500], zh: '光伏 1 电压', en: 'PV 1 voltage' }),
  number('pv2cur', { unit: 'A', range: [0, 100], zh: '光伏 2 电流', en: 'PV 2 current' }),
  number('pv2power', { unit: 'W', range: [0, 5_000], zh: '光伏 2 功率', en: 'PV 2 power' }),
  state('pv2status', { zh: '光伏 2 状态', en: 'PV 2 status', means: panelStates }),
  number('pv2vol', { unit: 'V', range: [0, 500], zh: '光伏 2 电压', en: 'PV 2 voltage' }),
] as const
