import { type EventSelection, eventProblems, mostCodes } from '@wattkeeper/contracts/api/events'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import type { Scope } from '../../platform/database/database.ts'
import { everywhere, subtreeOf } from '../regions/index.ts'
import { type Criteria, type DeviceTraits, manyDevices } from './condition-queries.ts'
import { matchContent } from './content-queries.ts'
import { devicesLike, idsOfCodes, makersInSight } from './device-queries.ts'

const defaultRangeMs = 30 * 24 * 60 * 60 * 1000

interface Asking {
  readonly scope: Scope
  readonly now: number
}

/** Looks up what a search names; undefined when nothing can match it. */
export async function criteriaOf(
  db: Db,
  selection: EventSelection,
  asking: Asking,
): Promise<Criteria | undefined> {
  const { alarmName, regionCode, organizationId, modelIds, operatorId, startTime, endTime } = selection
  const isPlaced = regionCode !== undefined && regionCode !== everywhere
  const region = isPlaced ? await subtreeOf(db, regionCode) : undefined
  if (isPlaced && !region) return undefined
  const devices = await devicesOf(db, selection)
  if (devices && devices.ids !== manyDevices && devices.ids.length === 0) return undefined
  const content = alarmName === undefined ? undefined : await matchContent(db, alarmName)
  const maker = organizationId ?? numberIn(asking.scope.settings['app.organization'])
  const models = modelIds?.length ? modelIds : undefined
  const until = endTime === undefined ? asking.now : Date.parse(endTime)
  return {
    startTime: startTime ?? new Date(until - defaultRangeMs).toISOString(),
    endTime,
    organizationId,
    operatorIds: operatorId?.length ? operatorId : narrowedTo(asking.scope),
    models,
    makers: maker !== undefined ? [maker] : models || content ? await makersInSight(db) : [],
    region: region && isPlaced ? { ...region, code: regionCode } : undefined,
    content,
    devices,
  }
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text)

/** The operators that a data permission narrows the caller to: a policy says so too, but cannot name an index. */
function narrowedTo({ settings }: Scope): number[] | undefined {
  const ids = settings['app.operators']?.match(/\d+/g)?.map(Number)
  return ids?.length ? ids : undefined
}

/** Codes as the wire joins them, each once. */
export function codesIn(joined: string): string[] {
  const codes = new Set(joined.split(',').map((code) => code.trim()))
  codes.delete('')
  return [...codes]
}

/** What a search says of devices as they are now, and which devices that picks; undefined when it says nothing. */
async function devicesOf(db: Db, selection: EventSelection): Promise<Criteria['devices']> {
  const { code = '', status, isOnline, regionName = '' } = selection
  const codes = codesIn(code)
  if (codes.length > mostCodes) fail(eventProblems.tooManyCodes, { most: mostCodes })
  const ids = codes.length > 0 ? await idsOfCodes(db, codes) : undefined
  const address = regionName.trim()
  const traits: DeviceTraits = { ids, status, isOnline, address: address === '' ? undefined : address }
  if (status === undefined && isOnline === undefined && traits.address === undefined)
    return ids && { traits, ids }
  return { traits, ids: await devicesLike(db, traits) }
}
