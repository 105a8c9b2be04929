import { expect, test } from 'vitest'
import { type Progress, stepsOf } from './steps.ts'

const at = (second: number) => `2026-01-02T03:04:0${second}.000Z`
const fresh: Progress = {
  ...{ state: 'waiting', result: null, reason: null, message: null, retryCount: 0 },
  ...{ sendTime: null, deliveredTime: null, backTime: null, finishTime: null, expireTime: at(9) },
}
const keys = (command: Partial<Progress>) => stepsOf({ ...fresh, ...command }).map(({ key }) => key)

test('a command goes from sent over delivered to confirmed', () => {
  expect(keys({})).toEqual(['toSend'])
  expect(keys({ state: 'sent', sendTime: at(1) })).toEqual(['sent', 'toConfirm'])
  const delivered = { sendTime: at(1), deliveredTime: at(2) }
  expect(keys({ state: 'delivered', ...delivered })).toEqual(['sent', 'delivered', 'toConfirm'])
  const done = { ...delivered, state: 'done', backTime: at(3), finishTime: at(3) } as const
  expect(stepsOf({ ...fresh, ...done, result: 1 })).toEqual([
    { key: 'sent', look: 'done', at: at(1) },
    { key: 'delivered', look: 'done', at: at(2) },
    { key: 'confirmed', look: 'done', at: at(3) },
  ])
})

test('what was never sent, or never answered, does not say that it was delivered', () => {
  expect(keys({ result: 9 })).toEqual(['waiting'])
  expect(keys({ state: 'done', result: -1, finishTime: at(4) })).toEqual(['unsent'])
  expect(keys({ state: 'done', result: 0, sendTime: at(1), finishTime: at(4) })).toEqual(['sent', 'failed'])
})
