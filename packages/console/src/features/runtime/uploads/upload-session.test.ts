import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UploadSession } from './upload-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function begin() {
  const ask = vi.fn<() => void>()
  const turnOff = vi.fn<(target: string) => void>()
  return { ask, turnOff, session: new UploadSession({ ask, turnOff }) }
}

const minuteMs = 60_000
const on = { value: 1 } as const
const off = { value: 0 } as const

test('opening alone asks nothing; turning a setting on asks every 60 seconds', () => {
  const { ask, session } = begin()
  vi.advanceTimersByTime(10 * minuteMs)
  expect(ask).not.toHaveBeenCalled()
  session.turned('bms', on)
  vi.advanceTimersByTime(minuteMs - 1)
  expect(ask).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2 * minuteMs)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a second setting starts no second timer', () => {
  const { ask, session } = begin()
  session.turned('bms', on)
  vi.advanceTimersByTime(minuteMs / 2)
  session.turned('sc', on)
  session.turned('bms', on)
  vi.advanceTimersByTime(minuteMs)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('closing stops the timer and resets what was turned on to 0, once', () => {
  const { ask, turnOff, session } = begin()
  session.turned('bms', on)
  session.turned('sc', on)
  session.turned('sc', off)
  session.close()
  session.close()
  expect(turnOff.mock.calls).toEqual([['bms']])
  vi.advanceTimersByTime(5 * minuteMs)
  expect(ask).not.toHaveBeenCalled()
  expect(session.isPolling).toBe(false)
})

test('turning the last setting off stops the timer; closing then has nothing to reset', () => {
  const { ask, turnOff, session } = begin()
  session.turned('bms', on)
  session.turned('sc', on)
  session.turned('bms', off)
  expect(session.isPolling).toBe(true)
  session.turned('sc', off)
  vi.advanceTimersByTime(5 * minuteMs)
  expect(ask).not.toHaveBeenCalled()
  session.close()
  expect(turnOff).not.toHaveBeenCalled()
})

test('turning all boards off ends every setting', () => {
  const { turnOff, session } = begin()
  session.turned('bms', on)
  session.turned('all', { ...on, isAll: true })
  session.turned('all', { ...off, isAll: true })
  expect(session.isPolling).toBe(false)
  session.close()
  expect(turnOff).not.toHaveBeenCalled()
})

test('a dialog that was closed works again when it is opened again', () => {
  const { ask, session } = begin()
  session.turned('bms', on)
  session.close()
  session.turned('bms', on)
  vi.advanceTimersByTime(minuteMs)
  expect(ask).toHaveBeenCalledTimes(1)
})
