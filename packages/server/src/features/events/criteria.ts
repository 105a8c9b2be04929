import { type EventSelection, eventProblems, mostCodes } from '@wattkeeper/contracts/api/events'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import type { Scope } from '../../platform/database/database.ts'
import { everywhere, subtreeOf } from '../regions/index.ts'
import { type Asked, type DeviceTraits, manyDevices } from './condition-queries.ts'
import { matchContent } from './content-queries.ts'
import { devicesLike, idsOfCodes, makersInSight, operatorsInSight } from './device-queries.ts'
import { type Criteria, narrowestOf } from './drive-queries.ts'

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
  const operators = await operatorsOf(db, operatorId, asking.scope)
  if (operators?.length === 0) return undefined
  const until = endTime === undefined ? asking.now : Date.parse(endTime)
  const span = { startTime: startTime ?? new Date(until - defaultRangeMs).toISOString(), endTime }
  const content = alarmName === undefined ? undefined : await matchContent(db, alarmName, span)
  const maker = organizationId ?? numberIn(asking.scope.settings['app.organization'])
  const models = modelIds?.length ? modelIds : undefined
  const asked: Asked = {
    ...span,
    organizationId,
    operatorIds: operators?.map(({ id }) => id),
    models,
    makers: maker !== undefined ? [maker] : models || content ? await makersOf(db, operators) : [],
    region: region && isPlaced ? { ...region, code: regionCode } : undefined,
    content,
    devices,
  }
  const drives = await narrowestOf(db, asked)
  return drives.length === 0 ? undefined : { ...asked, drives }
}

type Operators = Awaited<ReturnType<typeof operatorsInSight>>

/** The operators asked for, or those that the caller is narrowed to: a policy says so too, but cannot name an index. */
async function operatorsOf(
  db: Db,
  asked: readonly number[] = [],
  scope: Scope,
): Promise<Operators | undefined> {
  const ids = asked.length > 0 ? asked : narrowedTo(scope)
  return ids && operatorsInSight(db, ids)
}

/** Whose events are in question. */
const makersOf = async (db: Db, operators: Operators | undefined): Promise<number[]> =>
  operators ? [...new Set(operators.map(({ organizationId }) => organizationId))] : makersInSight(db)

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text)

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
async function devicesOf(db: Db, selection: EventSelection): Promise<Asked['devices']> {
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
