import { chargeStates, highSideStates, mpptStates, portStates, runModes } from '../meanings.ts'
import { number, onOff, state, text, word } from '../signal.ts'

/** The boards of a portable power station. Append only: the order of the numbers is their place in storage. */
export const sc = [
  number('outputPower', { unit: 'W', range: [0, 10_000], zh: '总输出功率', en: 'Output power' }),
  number('inputPower', { unit: 'W', range: [0, 10_000], zh: '总输入功率', en: 'Input power' }),
  onOff('acSwitch', { zh: '交流开关', en: 'AC switch' }),
  onOff('dcSwitch', { zh: '直流开关', en: 'DC switch' }),
  onOff('carSwitch', { zh: '车充开关', en: 'Car port switch' }),
  onOff('lightSwitch', { zh: '灯带开关', en: 'Light strip switch' }),
  onOff('usbSwitch', { zh: 'USB 开关', en: 'USB switch' }),
  number('usbA1Power', { unit: 'W', range: [0, 200], zh: 'USB-A1 功率', en: 'USB-A1 power' }),
  number('usbA2Power', { unit: 'W', range: [0, 200], zh: 'USB-A2 功率', en: 'USB-A2 power' }),
  number('typeC1Power', { unit: 'W', range: [0, 300], zh: 'Type-C1 功率', en: 'Type-C1 power' }),
  number('typeC2Power', { unit: 'W', range: [0, 300], zh: 'Type-C2 功率', en: 'Type-C2 power' }),
  number('carPower', { unit: 'W', range: [0, 500], zh: '车充功率', en: 'Car port power' }),
  number('wirelessPower', { unit: 'W', range: [0, 100], zh: '无线充功率', en: 'Wireless power' }),
  number('mpptVoltage', { unit: 'V', range: [0, 200], zh: 'MPPT 电压', en: 'MPPT voltage' }),
  number('screenOffSeconds', { unit: 's', range: [0, 86_400], zh: '息屏时间', en: 'Screen-off time' }),
  number('standbySeconds', { unit: 's', range: [0, 604_800], zh: '待机时间', en: 'Standby time' }),
  number('soc', { unit: '%', range: [0, 100], zh: '电量', en: 'SOC' }),
] as const

export const andersen = [
  text('softwareVersion', { zh: '软件版本', en: 'Software version' }),
  text('hardwareVersion', { zh: '硬件版本', en: 'Hardware version' }),
  state('runStatus', { zh: '运行状态', en: 'Run status', means: portStates }),
  number('inputVoltage', { unit: 'V', range: [0, 200], zh: '输入电压', en: 'Input voltage' }),
  number('outputVoltage', { unit: 'V', range: [0, 200], zh: '输出电压', en: 'Output voltage' }),
  number('inputCurrent', { unit: 'A', range: [0, 200], zh: '输入电流', en: 'Input current' }),
  number('outputCurrent', { unit: 'A', range: [0, 200], zh: '输出电流', en: 'Output current' }),
  onOff('inputSwitch', { zh: '输入开关', en: 'Input switch' }),
  onOff('outputSwitch', { zh: '输出开关', en: 'Output switch' }),
  number('ntcTemperature', { unit: '°C', range: [-40, 125], zh: 'NTC 温度', en: 'NTC temperature' }),
] as const

export const bms = [
  number('soc', { unit: '%', range: [0, 100], zh: '电量', en: 'SOC' }),
  number('voltage', { unit: 'V', range: [0, 1_000], zh: '总电压', en: 'Voltage' }),
  number('current', { unit: 'A', range: [-500, 500], zh: '电流', en: 'Current', isBatteryCurrent: true }),
  number('cellTempMax', {
    unit: '°C',
    range: [-40, 125],
    zh: '最高电芯温度',
    en: 'Highest cell temperature',
  }),
  number('cellTempMin', { unit: '°C', range: [-40, 125], zh: '最低电芯温度', en: 'Lowest cell temperature' }),
  number('mosTemp', { unit: '°C', range: [-40, 150], zh: 'MOS 温度', en: 'MOS temperature' }),
  onOff('chargeMos', { zh: '充电 MOS', en: 'Charge MOS' }),
  onOff('dischargeMos', { zh: '放电 MOS', en: 'Discharge MOS' }),
  number('fullCapacity', { unit: 'Ah', range: [0, 5_000], zh: '满充容量', en: 'Full capacity' }),
  number('remainCapacity', { unit: 'Ah', range: [0, 5_000], zh: '剩余容量', en: 'Remaining capacity' }),
  number('cellVoltMax', { unit: 'V', range: [0, 5], zh: '最高电芯电压', en: 'Highest cell voltage' }),
  number('cellVoltMin', { unit: 'V', range: [0, 5], zh: '最低电芯电压', en: 'Lowest cell voltage' }),
  number('cycleCount', { range: [0, 20_000], zh: '循环次数', en: 'Cycle count' }),
  state('chargeState', { zh: '充电状态', en: 'Charge state', means: chargeStates }),
  text('softwareVersion', { zh: '软件版本', en: 'Software version' }),
  text('hardwareVersion', { zh: '硬件版本', en: 'Hardware version' }),
] as const

export const pcs = [
  number('acVoltage', { unit: 'V', range: [0, 500], zh: '交流电压', en: 'AC voltage' }),
  number('acCurrent', { unit: 'A', range: [-200, 200], zh: '交流电流', en: 'AC current' }),
  number('acPower', { unit: 'W', range: [-20_000, 20_000], zh: '交流功率', en: 'AC power' }),
  number('acFrequency', { unit: 'Hz', range: [0, 70], zh: '交流频率', en: 'AC frequency' }),
  number('dcVoltage', { unit: 'V', range: [0, 1_000], zh: '直流电压', en: 'DC voltage' }),
  number('dcCurrent', { unit: 'A', range: [-500, 500], zh: '直流电流', en: 'DC current' }),
  number('dcPower', { unit: 'W', range: [-20_000, 20_000], zh: '直流功率', en: 'DC power' }),
  onOff('gridRelay', { zh: '电网继电器', en: 'Grid relay' }),
  onOff('loadRelay', { zh: '负载继电器', en: 'Load relay' }),
  state('runMode', { zh: '运行模式', en: 'Run mode', means: runModes }),
  state('highSideState', { zh: '高压侧状态', en: 'High-side state', means: highSideStates }),
  word('stateWord1', { zh: '状态字 1', en: 'State word 1' }),
  word('stateWord2', { zh: '状态字 2', en: 'State word 2' }),
  text('softwareVersion', { zh: '软件版本', en: 'Software version' }),
  text('hardwareVersion', { zh: '硬件版本', en: 'Hardware version' }),
] as const

export const mppt = [
  number('carChargeCurrent', { unit: 'A', range: [0, 100], zh: '车充电流', en: 'Car charge current' }),
  number('batteryChargeCurrent', {
    unit: 'A',
    range: [0, 200],
    zh: '电池充电电流',
    en: 'Battery charge current',
  }),
  number('batteryChargeVoltage', {
    unit: 'V',
    range: [0, 200],
    zh: '电池充电电压',
    en: 'Battery charge voltage',
  }),
  number('maxChargePower', {
    unit: '×100 W',
    shownAs: { factor: 100, unit: 'W' },
    range: [0, 200],
    zh: '最大充电功率',
    en: 'Max charge power',
  }),
  text('status', { zh: '状态', en: 'Status', means: mpptStates }),
  number('pvCurrent', { unit: 'A', range: [0, 100], zh: '光伏电流', en: 'PV current' }),
  number('pvVoltage', { unit: 'V', range: [0, 500], zh: '光伏电压', en: 'PV voltage' }),
  number('uploadNumber', { range: [0, 16_777_215], zh: '上传序号', en: 'Upload number' }),
] as const
