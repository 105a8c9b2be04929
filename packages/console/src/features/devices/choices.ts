import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import {
  type DeviceModel,
  type DeviceType,
  type Region,
  deviceTypes,
  dictionary,
  regions,
} from '@wattkeeper/contracts/api/reference'
import { useData } from '../../api/queries.ts'

/** Catalogues change by the year: asked once a visit. */
const rarelyChanges = { staleTimeMs: 10 * 60_000 } as const

export interface Choice {
  readonly value: number
  readonly label: string
}
const choiceOf = ({ id, name }: { readonly id: number; readonly name: string }): Choice => ({
  value: id,
  label: name,
})

export const useDeviceTypes = (): readonly DeviceType[] =>
  useData(deviceTypes.all, {}, rarelyChanges).data ?? []

export const useTypeChoices = (): readonly Choice[] => useDeviceTypes().map(choiceOf)

/** The models of one type; without a type those of all, so that a filter can name any. */
export function modelChoices(types: readonly DeviceType[], typeId: number | undefined): readonly Choice[] {
  return types
    .filter(({ id }) => typeId === undefined || id === typeId)
    .flatMap(({ equipModels }) => equipModels.map(choiceOf))
}

/** Models that a change of type leaves behind are no longer chosen. */
export function modelsOfType(
  types: readonly DeviceType[],
  typeId: number | undefined,
  chosen: readonly DeviceModel['id'][],
): number[] {
  const offered = new Set(modelChoices(types, typeId).map(({ value }) => value))
  return chosen.filter((id) => offered.has(id))
}

export const useManufacturerChoices = (): readonly Choice[] =>
  useData(organizations.choices, {}, rarelyChanges).data?.map(choiceOf) ?? []

export function useOperatorChoices(organId: number | undefined): readonly Choice[] {
  const { data, isOld } = useData(operators.choices, organId === undefined ? {} : { organId }, rarelyChanges)
  return isOld ? [] : (data?.map(choiceOf) ?? [])
}

/** The whole tree is large: asked only when somebody looks at it. */
export const useRegions = (isWanted: boolean): readonly Region[] =>
  useData(regions.tree, {}, { ...rarelyChanges, enabled: isWanted }).data ?? []

/** From the root down to the region, both included; empty of an unknown code. */
export function pathToRegion(tree: readonly Region[], code: string): readonly Region[] {
  for (const region of tree) {
    if (region.code === code) return [region]
    const below = pathToRegion(region.childrens ?? [], code)
    if (below.length > 0) return [region, ...below]
  }
  return []
}

/** The names of a device's parameters (`02121005` → 满电SOC). */
export function useParameterNames(): ReadonlyMap<string, string> {
  const { data } = useData(dictionary.enumerations, { types: ['PARAM'] }, rarelyChanges)
  return new Map(data?.['PARAM']?.map(({ code, label }) => [code, label]))
}
