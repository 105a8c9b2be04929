import type { Words } from '@wattkeeper/contracts/kit'
import { catalogue, readValue } from '@wattkeeper/contracts/link'

const signal = catalogue.cabinet.units.signals.find(({ name }) => name === 'light')

/** What a bay's light says, in the catalogue's words; undefined of a value that it does not know. */
export function wordsOfLight(light: number | null): Words | undefined {
  const read = signal && readValue(signal, light)
  return typeof read === 'object' && read !== null ? read : undefined
}

export const lights = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
