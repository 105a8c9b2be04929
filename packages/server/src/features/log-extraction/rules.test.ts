import { logAnswerMs } from '@wattkeeper/contracts/api/log-extraction'
import { expect, test } from 'vitest'
import { type Signs, judge } from './rules.ts'

const asked = Date.parse('2026-11-21T08:00:00Z')
const at = (ms: number): string => new Date(asked + ms).toISOString()
const endsAfterMs = 10 * logAnswerMs

const signs = (what: Partial<Signs> = {}): Signs => ({
  createdAt: at(0),
  endsAt: at(endsAfterMs),
  fileId: null,
  size: null,
  activeAt: null,
  failure: null,
  commandState: 'sent',
  result: null,
  reason: null,
  ...what,
})

test('an upload that goes on is waited for until its time is over, and is late then', () => {
  const uploading = (ms: number) => signs({ commandState: 'done', result: 1, activeAt: at(ms) })
  expect(judge(uploading(endsAfterMs - 2), asked + endsAfterMs - 1)).toBe('waiting')
  expect(judge(uploading(endsAfterMs - 1), asked + endsAfterMs)).toBe('late')
})

test('a device that says nothing, or nothing more, is silent', () => {
  expect(judge(signs(), asked + logAnswerMs)).toBe('waiting')
  expect(judge(signs(), asked + logAnswerMs + 1)).toBe('silent')
  const stuck = signs({ activeAt: at(5_000) })
  expect(judge(stuck, asked + 5_000 + logAnswerMs)).toBe('waiting')
  expect(judge(stuck, asked + 5_001 + logAnswerMs)).toBe('silent')
})

test('what has arrived counts, however late it is and whatever the command became', () => {
  const arrived = { fileId: 7, commandState: 'done', result: -1, reason: 'refused' } as const
  expect(judge(signs({ ...arrived, size: 12 }), asked + 2 * endsAfterMs)).toBe('stored')
  expect(judge(signs({ ...arrived, size: 0 }), asked)).toBe('empty')
})

test('a log above the limit and a refusal end at once', () => {
  expect(judge(signs({ failure: 'tooLarge', activeAt: at(1) }), asked + 2)).toBe('tooLarge')
  expect(judge(signs({ commandState: 'done', result: 0, reason: 'refused' }), asked + 2)).toBe('refused')
})
