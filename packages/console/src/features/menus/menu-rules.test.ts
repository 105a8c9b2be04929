import type { MenuNode } from '@wattkeeper/contracts/api/menus'
import { describe, expect, test } from 'vitest'
import { consequences, groupsFor, mustStayGroup, rowsOf } from './menu-rules.ts'

describe('one field of the form changes others', () => {
  test.each([
    [
      'another type is internal again',
      { type: 'F' },
      { type: 'F', openType: 0, path: '/a', url: 'a' },
      { openType: 0 },
    ],
    [
      'an external link that becomes a page loses its address',
      { type: 'F' },
      { type: 'F', openType: 1, path: '/iframe', url: 'https://a' },
      { openType: 0, path: '', url: null },
    ],
    [
      'a group has no address',
      { type: 'M' },
      { type: 'M', openType: 0, url: 'a' },
      { openType: 0, url: null },
    ],
    [
      'an external link stands at /iframe',
      { openType: 1 },
      { type: 'C', url: 'a' },
      { path: '/iframe', url: null },
    ],
    ['an internal page needs a path of its own', { openType: 0 }, { type: 'C' }, { path: '', url: null }],
    ['a group that leaves the top is none', { parentId: 200 }, { type: 'M' }, { type: 'C', openType: 0 }],
    ['a page may stand anywhere', { parentId: 200 }, { type: 'C' }, {}],
  ] as const)('%s', (_name, changed, now, expected) => {
    expect(consequences(changed, now)).toEqual(expected)
  })
})

const node = (id: number, type: MenuNode['type'], orderNum: number, children: MenuNode[] = []): MenuNode => ({
  ...{ id, type, orderNum, children, parentId: 0, name: `m${id}`, nameEn: null, openType: 0, path: `/${id}` },
  ...{ url: null, remark: '', icon: null, updateTime: '2026-01-01T00:00:00.000Z', version: 1 },
})
const tree = [node(2, 'M', 2, [node(3, 'C', 1)]), node(1, 'C', 1), node(4, 'M', 3)]

test('a row stands at the top or in a group other than itself', () => {
  expect(groupsFor(tree, undefined).map(({ id }) => id)).toEqual([2, 4])
  expect(groupsFor(tree, 4).map(({ id }) => id)).toEqual([2])
})

test('a group with pages stays one', () => {
  expect(tree.map(mustStayGroup)).toEqual([true, false, false])
  expect(mustStayGroup(undefined)).toBe(false)
})

test('rows come in their order, and a leaf has nothing to unfold', () => {
  const rows = rowsOf(tree)
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 4])
  expect(rows.map((row) => 'children' in row)).toEqual([false, true, false])
})
