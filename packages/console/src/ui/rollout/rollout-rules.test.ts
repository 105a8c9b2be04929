import type { RolloutCounts, RolloutState } from '@wattkeeper/contracts/api/rollouts'
import { describe, expect, test } from 'vitest'
import { countdown, deedsOf, groupsOf, narrowed, percentOf, progressOf } from './rollout-rules.ts'

const none: RolloutCounts = { waiting: 0, sent: 0, success: 0, failed: 0, skipped: 0, canceled: 0 }
const deeds = (
  state: RolloutState,
  counts: Partial<RolloutCounts> = {},
  kind: 'params' | 'firmware' = 'params',
) => deedsOf({ kind, state, counts: { ...none, ...counts } })

describe('what can be done with a roll-out', () => {
  test('one that is under way is paused and canceled, one that stands still is resumed', () => {
    expect(deeds('scheduled')).toEqual(['pause', 'cancel'])
    expect(deeds('running')).toEqual(['pause', 'cancel'])
    expect(deeds('paused')).toEqual(['resume', 'cancel'])
    expect(deeds('stopped')).toEqual(['resume', 'cancel'])
  })

  test('the failed are tried again at any time after it began', () => {
    expect(deeds('running', { failed: 1 })).toContain('retry')
    expect(deeds('completed', { failed: 1 }, 'firmware')).toEqual(['retry'])
    expect(deeds('completed')).toEqual([])
  })

  test('only parameters that were set are taken back, and only when nothing moves any more', () => {
    expect(deeds('completed', { success: 3 })).toEqual(['undo'])
    expect(deeds('canceled', { failed: 1 })).toEqual(['retry', 'undo'])
    expect(deeds('stopped', { success: 3 })).toContain('undo')
    expect(deeds('running', { success: 3 })).not.toContain('undo')
    expect(deeds('completed', { success: 3 }, 'firmware')).toEqual([])
  })
})

describe('progress', () => {
  test('counts whoever came to an end among those that are meant', () => {
    const counts = { waiting: 5, sent: 1, success: 3, failed: 1, skipped: 7, canceled: 0 }
    expect(progressOf(counts)).toEqual({ meant: 10, done: 4, share: 0.4, left: 6, skipped: 7 })
    expect(progressOf({ ...none, skipped: 2 })).toMatchObject({ meant: 0, share: 1 })
  })

  test.each([
    [0, '0 %'],
    [0.001, '1 %'],
    [0.5, '50 %'],
    [0.9999, '99 %'],
    [1, '100 %'],
  ])('%f is said as %s', (share, said) => {
    expect(percentOf(share)).toBe(said)
  })

  test.each([
    [-5, '0:00'],
    [1, '0:01'],
    [245_000, '4:05'],
    [3_729_000, '1:02:09'],
  ])('%i ms are counted down as %s', (ms, said) => {
    expect(countdown(ms)).toBe(said)
  })

  test('groups wait one interval for each other', () => {
    expect(groupsOf(101, { upgradeCount: 50, interval: 3 })).toEqual({ groups: 3, minutes: 6 })
    expect(groupsOf(0, { upgradeCount: 50, interval: 3 })).toEqual({ groups: 1, minutes: 0 })
  })
})

test('what was left empty is not sent, 0 and false are', () => {
  const entered = { a: '', b: null, c: undefined, d: [], e: 0, f: false, g: [1] }
  expect(narrowed<object>(entered)).toEqual({ e: 0, f: false, g: [1] })
  expect(narrowed(undefined)).toEqual({})
})
