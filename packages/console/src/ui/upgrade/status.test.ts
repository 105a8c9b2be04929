import { expect, test } from 'vitest'
import { statusOf } from './status.ts'

const entries = [
  { code: '0', label: '升级中' },
  { code: '1', label: '成功' },
  { code: '4', label: '已跳过' },
]

test('an upgrade is called as the dictionary calls its result', () => {
  expect(statusOf(entries, 0)).toEqual({ name: '升级中', tone: 'info' })
  expect(statusOf(entries, 1)).toEqual({ name: '成功', tone: 'good' })
  expect(statusOf(entries, 4)).toEqual({ name: '已跳过', tone: 'idle' })
})

test('a result that the dictionary does not have is unknown', () => {
  expect(statusOf(entries, 2).name).toBeUndefined()
  expect(statusOf([], 77)).toEqual({ name: undefined, tone: 'idle' })
})
