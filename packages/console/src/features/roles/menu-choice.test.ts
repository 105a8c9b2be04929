import { describe, expect, test } from 'vitest'
import { checkStates, pagesOf, toggled } from './menu-choice.ts'

const page = (id: number) => ({ id, type: 'C' as const, children: [] })
const right = (id: number) => ({ id, type: 'F' as const, children: [] })
const system = { id: 600, type: 'M' as const, children: [page(610), right(611), page(620)] }
const tree = [page(100), system]

test('a role holds pages and rights, not the groups above them', () => {
  expect(pagesOf(tree)).toEqual([100, 610, 611, 620])
})

describe('a group', () => {
  test.each([
    [[], [], []],
    [[610], [610], [600]],
    [[610, 611, 620], [600, 610, 611, 620], []],
  ])('with %j chosen is shown as it is', (chosen, checked, halfChecked) => {
    expect(checkStates(tree, new Set(chosen))).toEqual({ checked, halfChecked })
  })

  test('that is half checked takes all its pages, and one that is whole leaves them', () => {
    const whole = toggled(system, new Set([100, 610]))
    expect([...whole]).toEqual([100, 610, 611, 620])
    expect([...toggled(system, whole)]).toEqual([100])
  })

  test('takes only the pages that a filter shows', () => {
    const filtered = { ...system, children: [page(620)] }
    expect([...toggled(filtered, new Set([611]))]).toEqual([611, 620])
    expect(checkStates(tree, new Set([611, 620])).halfChecked).toEqual([600])
  })
})
