import { type Codec, type FilterOf, as } from '../../ui/url/codecs.ts'

const statuses = [1, 2, 3] as const
const status: Codec<(typeof statuses)[number]> = {
  read: (text) => statuses.find((known) => String(known) === text),
  write: String,
}

/** The screen's search as it stands in the address, under the names of the wire. */
export const eventCodecs = {
  alarmName: as.text,
  code: as.text,
  organizationId: as.number,
  modelIds: as.numbers,
  operatorId: as.numbers,
  status,
  isOnline: as.flag,
  regionCode: as.text,
  regionName: as.text,
  startTime: as.text,
  endTime: as.text,
} as const
export type EventFilter = FilterOf<typeof eventCodecs>

/** As many as an address can carry, whatever their length. */
export const mostCodesTyped = 300
