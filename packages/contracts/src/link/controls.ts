import { catalogue } from './catalogue.ts'

/** Something of a device that can be worked from afar by a command of kind `set`. */
export interface Control {
  /** The id in `paramList`; of a control that every bay has, the bay follows: `33001_5`. */
  readonly id: string
  readonly zh: string
  readonly en: string
  readonly least: number
  readonly most: number
  readonly isOfBay?: true
}

const onOff = { least: 0, most: 1 } as const

/** By device type. A light set by hand follows its bay again after ten minutes, or at once with 9. */
export const controls: Readonly<Record<number, readonly Control[]>> = {
  1: [
    { id: '13001', zh: '灯带', en: 'Light strip', ...onOff },
    { id: '13002', zh: 'USB', en: 'USB', ...onOff },
    { id: '13003', zh: '直流', en: 'DC', ...onOff },
    { id: '13004', zh: '交流', en: 'AC', ...onOff },
  ],
  3: [
    { id: '33001', zh: '开仓门', en: 'Open the bay', least: 1, most: 1, isOfBay: true },
    { id: '33002', zh: '仓启用', en: 'Bay enabled', ...onOff, isOfBay: true },
    { id: '33003', zh: '仓指示灯', en: 'Bay light', least: 0, most: 9, isOfBay: true },
  ],
}

/** The controls of a bay of a swap cabinet (type 3). */
export const bayControls = { open: '33001', enabled: '33002', light: '33003' } as const
/** The light follows the state of its bay. */
export const lightByState = 9

export const ofBay = (id: string, bay: number): string => `${id}_${bay}`

const withBay = /^(\d{5})_([1-9]\d?)$/

/** The control that an id of `paramList` names, and the bay it is for; undefined when the type has none such. */
export function controlNamed(typeId: number, id: string): { control: Control; bay?: number } | undefined {
  const named = withBay.exec(id)
  const control = controls[typeId]?.find((each) => each.id === (named?.[1] ?? id))
  if (!control || (control.isOfBay === true) !== (named !== null)) return undefined
  const bay = Number(named?.[2])
  if (!named) return { control }
  return bay <= catalogue.cabinet.units.most ? { control, bay } : undefined
}

/** Whether a control takes the value. Devices are sent numbers; a person's form may hold their digits. */
export function controlTakes({ least, most }: Control, value: string | number): boolean {
  const number = typeof value === 'number' ? value : /^\d$/.test(value) ? Number(value) : NaN
  return Number.isInteger(number) && number >= least && number <= most
}
