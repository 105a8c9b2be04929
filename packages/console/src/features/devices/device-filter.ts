import type { DeviceSelection } from '@wattkeeper/contracts/api/devices'
import { type Codec, type FilterOf, as } from '../../ui/url/codecs.ts'

const statuses = [1, 2, 3] as const
const status: Codec<(typeof statuses)[number]> = {
  read: (text) => statuses.find((known) => String(known) === text),
  write: String,
}

/** As a select offers it: 1 yes, 0 no. A link may also say `true` or `false`, as the wire does. */
const yesNo: Codec<0 | 1> = {
  read: (text) => (text === '1' || text === 'true' ? 1 : text === '0' || text === 'false' ? 0 : undefined),
  write: String,
}

const id: Codec<number> = {
  read: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
  write: String,
}
const ids: Codec<number[]> = {
  read: (text) => {
    const known = text.split(',').flatMap((part) => id.read(part) ?? [])
    return known.length > 0 ? known : undefined
  },
  write: (values) => values.join(','),
}

/** The list's filter as it stands in the address, under the names of the wire. */
export const deviceCodecs = {
  code: as.text,
  equipTypeId: id,
  equipModelIds: ids,
  isOnline: as.flag,
  status,
  organizationId: id,
  operatorIds: ids,
  regionCode: as.text,
  hasAlarm: yesNo,
  isSilent: yesNo,
} as const
export type DeviceListFilter = FilterOf<typeof deviceCodecs>

/** What list and export are asked with: the same rows for both. */
export function selectionOf({ hasAlarm, isSilent, ...filter }: DeviceListFilter): DeviceSelection {
  return {
    ...filter,
    ...(hasAlarm !== undefined && { hasAlarm: hasAlarm === 1 }),
    ...(isSilent !== undefined && { isSilent: isSilent === 1 }),
  }
}

const longestCode = 32
/** Codes are letters and digits; whatever else is pasted with them falls away. */
export const cleanCode = (typed: string): string =>
  typed.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, longestCode)
