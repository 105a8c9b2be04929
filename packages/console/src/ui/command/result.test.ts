import { expect, test } from 'vitest'
import { resultName } from './result.ts'

test.each([
  [1, '成功'],
  [0, '失败'],
  [9, '离线待重试'],
  [-1, '发送失败'],
  [7, '未知（7）'],
  [null, '执行中'],
])('the result %s is called %s', (result, name) => {
  expect(resultName(result).zh).toBe(name)
})
