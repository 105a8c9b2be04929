import { catalogue, layoutOf } from '@wattkeeper/contracts/link'
import { isRecord } from '../../platform/link/reports.ts'
import type { TelemetryRow } from './ingest-queries.ts'

/** A battery said that it sits here; an empty cabinet code is the road. */
export interface Sighting {
  readonly deviceId: number
  readonly at: number
  readonly cabinetCode: string
  readonly bay: number
}

const bayPlace = layoutOf(catalogue.battery.signals).numbers.findIndex(({ name }) => name === 'bay')
const mostBays = catalogue.cabinet.units.most
/** Longer than a slow report: meanwhile the battery may have spoken to another process, from another place. */
const gapMs = 150_000

/**
 * Picks the messages of batteries that say another place than the newest before. What is not newer (a backlog, or a batch
 * that is tried again) is always picked, and the newest once more: it may have come back to where the backlog left.
 */
export function newPlaces(newest = new Map<number, Sighting>()) {
  return (rows: readonly TelemetryRow[]): Sighting[] => {
    const found = new Set<Sighting>()
    for (const row of rows) {
      const seen = row.board === 'battery' ? sightingOf(row) : undefined
      if (!seen) continue
      const known = newest.get(seen.deviceId)
      if (!known || seen.at > known.at) newest.set(seen.deviceId, seen)
      else found.add(known)
      if (!known || seen.at <= known.at || seen.at > known.at + gapMs || !isSamePlace(seen, known))
        found.add(seen)
    }
    return [...found]
  }
}

const isSamePlace = (a: Sighting, b: Sighting) => a.cabinetCode === b.cabinetCode && a.bay === b.bay

/** Undefined of a battery that does not know where it is. */
function sightingOf({ deviceId, at, numbers, extra }: TelemetryRow): Sighting | undefined {
  const said: unknown = extra === null ? {} : JSON.parse(extra)
  const code = isRecord(said) ? said['cabinetCode'] : undefined
  const bay = numbers[bayPlace] ?? 0
  if (typeof code !== 'string') return undefined
  const isInCabinet = code !== '' && Number.isInteger(bay) && bay >= 0 && bay <= mostBays
  return isInCabinet ? { deviceId, at, cabinetCode: code, bay } : { deviceId, at, cabinetCode: '', bay: 0 }
}
