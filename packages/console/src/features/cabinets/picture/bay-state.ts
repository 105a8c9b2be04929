import type { Bay } from '@wattkeeper/contracts/api/cabinets'

type Values = Bay['values']

/** How full a battery is, in the steps that the picture colours. */
export type Charge = 'low' | 'middle' | 'high'

const lowSoc = 20
const highSoc = 80

export function chargeOf(soc: number): Charge {
  if (soc < lowSoc) return 'low'
  return soc >= highSoc ? 'high' : 'middle'
}

/** A bay that does not say so is enabled. */
export const isDisabled = ({ enabled }: Values): boolean => enabled === 0

export const hasBattery = ({ occupied }: Values): boolean => occupied === 1

/** Rounded as on the battery itself. */
export const socOf = ({ soc }: Values): number | null =>
  soc === null ? null : Math.round(Math.min(100, Math.max(0, soc)))
