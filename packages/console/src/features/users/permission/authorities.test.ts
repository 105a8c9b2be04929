import type { UserAuthority } from '@wattkeeper/contracts/api/permissions'
import { expect, test } from 'vitest'
import { choiceOf, isNothing, pathTo, recordOf } from './authorities.ts'

const tree = [
  {
    code: '86',
    name: '中国',
    childrens: [{ code: '44', name: '广东', childrens: [{ code: '4403', name: '深圳' }] }],
  },
  { code: '01', name: 'USA' },
]

const record: UserAuthority = {
  userId: 7,
  authorityEntities: [
    { authorityType: 'legacy', type: 'R', value: ['4403', '01'] },
    { authorityType: null, type: 'O', value: [3, 5] },
  ],
}

test('a region is shown by its way from the root', () => {
  expect(pathTo(tree, '4403')).toEqual(['86', '44', '4403'])
})

test('a region that the tree does not know is kept by its code', () => {
  expect(pathTo(tree, '999')).toEqual(['999'])
})

test('a record survives the form', () => {
  const choice = choiceOf(record, tree)
  expect(choice).toEqual({ O: [3, 5], ET: [], R: [['86', '44', '4403'], ['01']] })
  const saved = recordOf(7, choice, record)
  expect(new Set(saved.authorityEntities)).toEqual(new Set(record.authorityEntities))
})

test('a kind without values is not sent, and nothing at all is nothing', () => {
  expect(recordOf(7, { O: [], ET: [1] }).authorityEntities).toEqual([
    { authorityType: null, type: 'ET', value: [1] },
  ])
  expect(isNothing({ O: [], R: [] })).toBe(true)
  expect(isNothing({ ET: [1] })).toBe(false)
})
