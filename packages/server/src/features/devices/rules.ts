import { type NewDevice, deviceProblems } from '@wattkeeper/contracts/api/devices'
import { type Language, Problem, type ProblemKind, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { isModelOf } from '../device-types/index.ts'
import { manufacturerOf } from '../operators/index.ts'
import { everywhere, knownRegions, regionDepth } from '../regions/index.ts'
import type { DeviceSelection } from '@wattkeeper/contracts/api/devices'
import type { DeviceValues } from './queries.ts'
import { type Criteria, idsByCode } from './list-queries.ts'

/** Looks up what a device names, and refuses what does not exist or does not fit together. */
export async function placeDevice(db: Db, device: NewDevice, language: Language): Promise<DeviceValues> {
  const { code, equipTypeId, equipModelId, operatorId, address, longitude, latitude, status } = device
  const organizationId = await manufacturerOf(db, operatorId)
  if (organizationId === undefined) throw refusal(deviceProblems.unknownOperator, 'operatorId', language)
  if (!(await isModelOf(db, equipModelId, equipTypeId)))
    throw refusal(deviceProblems.unknownModel, 'equipModelId', language)
  const regionCode = device.regionCode === '' ? null : device.regionCode
  if (regionCode && !isPlace(regionCode, await knownRegions(db, [regionCode])))
    throw refusal(deviceProblems.unknownRegion, 'regionCode', language)
  return {
    ...{ code, equipTypeId, equipModelId, organizationId, operatorId },
    ...{ regionCode, address, longitude, latitude, status },
  }
}

/** "All regions" is a choice in filters, not a place. */
export const isPlace = (code: string, known: ReadonlySet<string>): boolean =>
  code !== everywhere && known.has(code)

const refusal = (kind: ProblemKind, path: string, language: Language) =>
  new Problem(kind, {}, [{ path, message: say(kind.words, language) }])

/** Looks up what a filter names; undefined when it names a region that does not exist, where no device can be. */
export async function criteriaOf(db: Db, selection: DeviceSelection): Promise<Criteria | undefined> {
  const { code, regionCode, ...rest } = selection
  const isPlaced = regionCode !== undefined && regionCode !== everywhere
  const depth = isPlaced ? await regionDepth(db, regionCode) : undefined
  if (isPlaced && depth === undefined) return undefined
  const codePart = code?.trim().toLowerCase()
  const codeIds = codePart ? await idsByCode(db, codePart) : undefined
  return {
    ...rest,
    ...(isPlaced && depth !== undefined && { region: { code: regionCode, depth } }),
    ...(codePart && { codePart }),
    ...(codeIds && { codeIds }),
  }
}
