import { expect, test } from 'vitest'
import { readFilter, withFilter } from '../../ui/url/url-state.ts'
import { cleanCode, deviceCodecs, selectionOf } from './device-filter.ts'

const read = (address: string) => readFilter(new URLSearchParams(address), deviceCodecs)

test('a filter survives the address and back', () => {
  const filter = {
    code: 'AB1',
    equipTypeId: 1,
    equipModelIds: [3, 5],
    isOnline: 0 as const,
    status: 2 as const,
    organizationId: 1,
    operatorIds: [7],
    regionCode: '110105',
    hasAlarm: 1 as const,
    isSilent: 0 as const,
  }
  const address = withFilter(new URLSearchParams(), deviceCodecs, filter).toString()
  expect(read(address)).toEqual(filter)
  expect(selectionOf(filter)).toEqual({ ...filter, hasAlarm: true, isSilent: false })
})

test('what a link says wrongly is not asked', () => {
  expect(
    read('equipTypeId=-1&equipModelIds=a,0,1.5&isOnline=2&status=9&hasAlarm=maybe&organizationId=1e3'),
  ).toEqual({})
  expect(read('equipModelIds=1,x,2')).toEqual({ equipModelIds: [1, 2] })
})

test('a link may say true where the select says yes', () => {
  expect(read('hasAlarm=true&isSilent=false')).toEqual({ hasAlarm: 1, isSilent: 0 })
})

test('another filter starts at the first page', () => {
  const next = withFilter(new URLSearchParams('page=4&size=20'), deviceCodecs, { isOnline: 1 })
  expect(next.toString()).toBe('size=20&isOnline=1')
})

test('a pasted code loses what no code holds', () => {
  expect(cleanCode(' AB-12 3，x\n')).toBe('AB123x')
  expect(cleanCode('A'.repeat(40))).toHaveLength(32)
})
