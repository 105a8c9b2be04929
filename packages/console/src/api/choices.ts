import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { type DeviceType, deviceTypes } from '@wattkeeper/contracts/api/reference'
import { useData } from './queries.ts'

/** Catalogues change by the year: asked once a visit. */
export const rarelyChanges = { staleTimeMs: 10 * 60_000 } as const

export interface Choice {
  readonly value: number
  readonly label: string
}

export const choiceOf = ({ id, name }: { readonly id: number; readonly name: string }): Choice => ({
  value: id,
  label: name,
})

export const useDeviceTypes = (): readonly DeviceType[] =>
  useData(deviceTypes.all, {}, rarelyChanges).data ?? []

/** The models of one type; without a type those of all, so that a filter can name any. */
export function modelChoices(types: readonly DeviceType[], typeId: number | undefined): readonly Choice[] {
  return types
    .filter(({ id }) => typeId === undefined || id === typeId)
    .flatMap(({ equipModels }) => equipModels.map(choiceOf))
}

/** The manufacturers the user may see. */
export const useManufacturerChoices = (): readonly Choice[] =>
  useData(organizations.choices, {}, rarelyChanges).data?.map(choiceOf) ?? []

/** The operators of a manufacturer; of all without one. */
export function useOperatorChoices(organId: number | undefined): readonly Choice[] {
  const { data, isOld } = useData(operators.choices, organId === undefined ? {} : { organId }, rarelyChanges)
  return isOld ? [] : (data?.map(choiceOf) ?? [])
}
