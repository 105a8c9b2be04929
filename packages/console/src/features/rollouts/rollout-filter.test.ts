import { expect, test } from 'vitest'
import { readFilter, withFilter } from '../../ui/url/url-state.ts'
import { isChosen, targetCodecs, withReason, withState } from './rollout-filter.ts'

test('the devices that are looked at stand in the address, and rubbish does not', () => {
  const query = new URLSearchParams('id=3&states=failed,nonsense,sent&reason=noAnswer&code=A')
  expect(readFilter(query, targetCodecs)).toEqual({
    states: ['sent', 'failed'],
    reason: 'noAnswer',
    code: 'A',
  })
  const next = withFilter(new URLSearchParams('id=3&page=4'), targetCodecs, { states: ['failed'] })
  expect(next.toString()).toBe('id=3&states=failed')
})

test('a state is added by a press and let go of by the next', () => {
  expect(withState({}, 'failed')).toEqual({ states: ['failed'], reason: undefined })
  expect(withState({ states: ['failed'] }, 'sent')).toEqual({ states: ['failed', 'sent'], reason: undefined })
  expect(withState({ states: ['failed'], reason: 'noAnswer' }, 'failed')).toEqual({
    states: undefined,
    reason: undefined,
  })
})

test('a reason shows its devices, and all again when it is pressed once more', () => {
  const reason = { state: 'failed', reason: 'noAnswer' } as const
  const chosen = withReason({ code: 'A' }, reason)
  expect(chosen).toEqual({ states: ['failed'], reason: 'noAnswer' })
  expect(isChosen(chosen, reason)).toBe(true)
  expect(withReason(chosen, reason)).toEqual({ states: undefined, reason: undefined })
})
