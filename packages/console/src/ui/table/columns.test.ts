import { describe, expect, test } from 'vitest'
import { type TableSettings, defaultSettings, isShown, moved, orderedColumns, toggled } from './columns.ts'
import { changedKeys } from './useChangedRows.ts'

interface Sketch {
  readonly key: string
  readonly fixed?: 'left' | 'right'
  readonly isOptional?: boolean
  readonly isEssential?: boolean
}

const columns: readonly Sketch[] = [
  { key: 'code', fixed: 'left' },
  { key: 'a' },
  { key: 'b' },
  { key: 'act', fixed: 'right' },
]
const order = (settings: TableSettings) => orderedColumns(columns, settings.order).map(({ key }) => key)

describe('column settings', () => {
  test('start in the order of the screen', () => {
    expect(order(defaultSettings)).toEqual(['code', 'a', 'b', 'act'])
  })

  test('move a column past its neighbour', () => {
    expect(order(moved(columns, defaultSettings, { key: 'b', by: -1 }))).toEqual(['code', 'b', 'a', 'act'])
  })

  test('never move a column past the pinned ones', () => {
    expect(order(moved(columns, defaultSettings, { key: 'a', by: -1 }))).toEqual(['code', 'a', 'b', 'act'])
  })

  test('place a column that is new in the product where the screen has it', () => {
    expect(orderedColumns(columns, ['code', 'b', 'act']).map(({ key }) => key)).toEqual([
      'code',
      'a',
      'b',
      'act',
    ])
  })

  test('hide and show', () => {
    const [, a] = columns
    if (!a) throw new Error('no column')
    const hidden = toggled(a, defaultSettings)
    expect([isShown(a, defaultSettings), isShown(a, hidden), isShown(a, toggled(a, hidden))]).toEqual([
      true,
      false,
      true,
    ])
    expect(isShown({ key: 'x', isOptional: true }, defaultSettings)).toBe(false)
    expect(isShown({ key: 'a', isEssential: true }, hidden)).toBe(true)
  })
})

test('rows that differ or are new are marked', () => {
  const before = new Map([
    ['1', 'x'],
    ['2', 'y'],
  ])
  const after = new Map([
    ['1', 'x'],
    ['2', 'z'],
    ['3', 'n'],
  ])
  expect([...changedKeys(before, after)]).toEqual(['2', '3'])
})
