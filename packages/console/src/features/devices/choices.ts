import { dictionary } from '@wattkeeper/contracts/api/reference'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'

/** The names of a device's parameters (`02121005` → 满电SOC). */
export function useParameterNames(): ReadonlyMap<string, string> {
  const { data } = useData(dictionary.enumerations, { types: ['PARAM'] }, rarelyChanges)
  return new Map(data?.['PARAM']?.map(({ code, label }) => [code, label]))
}
