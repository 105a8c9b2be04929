import { dictionary } from '@wattkeeper/contracts/api/reference'
import { useData } from '../../api/queries.ts'

const lists = { type: 'SEMAPHORE_TYPE', level: 'ALARM_LEVEL', analysis: 'ALARM_ANALYSIS_TYPE' } as const
export type ListName = keyof typeof lists

export interface TextChoice {
  readonly value: string
  readonly label: string
}

/** The lists that an entry is filled in from; they are entries themselves. */
export function useLists(): Readonly<Record<ListName, readonly TextChoice[]>> {
  const { data } = useData(dictionary.enumerations, { types: Object.values(lists) })
  const choices = (name: ListName) =>
    data?.[lists[name]]?.map(({ code, label }) => ({ value: code, label })) ?? []
  return { type: choices('type'), level: choices('level'), analysis: choices('analysis') }
}

export const labelIn = (list: readonly TextChoice[], code: string): string =>
  list.find(({ value }) => value === code)?.label ?? code
