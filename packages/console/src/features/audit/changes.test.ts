import { expect, test } from 'vitest'
import { fieldsOf, kindOf, shown } from './changes.ts'

const change = {
  object: 'roles',
  objectId: '7',
  before: { id: 7, name: 'A', remark: '' },
  after: { id: 7, name: 'B', remark: '', code: 'X' },
  changed: ['name', 'code'],
}

test('what changed comes first, with what it was and what it is', () => {
  expect(fieldsOf(change)).toEqual([
    { name: 'name', before: 'A', after: 'B', isChanged: true },
    { name: 'code', before: '—', after: 'X', isChanged: true },
    { name: 'id', before: '7', after: '7', isChanged: false },
    { name: 'remark', before: '—', after: '—', isChanged: false },
  ])
})

test('a row without a past is new, one without a future is gone', () => {
  expect([kindOf(change), kindOf({ ...change, before: null }), kindOf({ ...change, after: null })]).toEqual([
    'updated',
    'created',
    'removed',
  ])
})

test('0 and false are values', () => {
  expect([shown(0), shown(false), shown([1]), shown(null)]).toEqual(['0', 'false', '[1]', '—'])
})
