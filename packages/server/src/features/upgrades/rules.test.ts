import { expect, test } from 'vitest'
import type { Candidate } from './order-queries.ts'
import { refusalOf } from './order.ts'
import { type Known, type Said, judgeProgress } from './progress.ts'

const known: Known = {
  ...{ state: 'running', partType: 'bms', addrId: 0, percent: 20, mayRestart: false, isDone: false },
}
const said: Said = { partType: 'bms', addrId: 0, status: 0, percent: 30 }
const verdict = (job: Partial<Known>, word: Partial<Said>) =>
  judgeProgress({ ...known, ...job }, { ...said, ...word }).is

test.each([
  ['more than before', {}, {}, 'progress'],
  ['the same again', {}, { percent: 20 }, 'repeated'],
  ['less than before', {}, { percent: 10 }, 'repeated'],
  ['less, after the order came again', { mayRestart: true }, { percent: 10 }, 'progress'],
  ['the first word, though it is none per cent', { state: 'sent', percent: 0 }, { percent: 0 }, 'progress'],
  ['done', {}, { status: 1 }, 'done'],
  ['done at once', { state: 'sent' }, { status: 1 }, 'done'],
  ['done, after the version was reported', { state: 'proving' }, { status: 1 }, 'done'],
  ['done once more', { state: 'proving', isDone: true }, { status: 1 }, 'repeated'],
  ['progress after it was done', { state: 'proving', isDone: true }, {}, 'repeated'],
  ['failed', {}, { status: 2 }, 'failed'],
  ['failed after it was done', { state: 'proving', isDone: true }, { status: 2 }, 'failed'],
  ['anything after its end', { state: 'success' }, { status: 2 }, 'repeated'],
  ['anything after its end', { state: 'failed' }, { status: 1 }, 'repeated'],
  ['anything of what waits again', { state: 'waiting' }, {}, 'repeated'],
  ['another part', {}, { partType: 'sc', status: 2 }, 'foreign'],
  ['another address', {}, { addrId: 3, status: 1 }, 'foreign'],
] as const)('%s', (_, job, word, is) => {
  expect(verdict(job, word)).toBe(is)
})

const candidate: Candidate = {
  ...{ deviceId: 1, equipTypeId: 1, addrId: 0, currSwVersion: '1.0', isWrongType: false, fits: true },
  ...{ hasIt: false, isBusy: false, isLeftAlone: false },
}
const nobody = { insist: false, again: false }

test('what speaks against an upgrade most is said first', () => {
  const refused = (traits: Partial<Candidate>, will = nobody) => refusalOf({ ...candidate, ...traits }, will)
  expect(refused({})).toBeUndefined()
  expect(refused({ equipTypeId: null, isBusy: true })).toBe('noDevice')
  expect(refused({ isWrongType: true, addrId: null })).toBe('wrongType')
  expect(refused({ addrId: null, fits: false })).toBe('noSuchPart')
  expect(refused({ fits: false, isBusy: true })).toBe('wrongHardware')
  expect(refused({ isBusy: true, hasIt: true }, { insist: true, again: true })).toBe('busy')
  expect(refused({ hasIt: true, isLeftAlone: true })).toBe('upToDate')
  expect(refused({ isLeftAlone: true })).toBe('penalty')
  expect(refused({ isLeftAlone: true }, { insist: true, again: false })).toBeUndefined()
  expect(refused({ hasIt: true }, { insist: true, again: false })).toBe('upToDate')
  expect(refused({ hasIt: true, isLeftAlone: true }, { insist: true, again: true })).toBeUndefined()
})
