import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answered, judge } from './replies.ts'

const asked: Answered = {
  ...{ kind: 'set', state: 'sent', reason: null, attempts: 1, hasRead: false, differs: false },
}
const param: Answered = { ...asked, kind: 'param', differs: true }
const success = { state: 'done', result: 1, reason: null }
const refused = { state: 'done', result: 0, reason: 'refused' }
const ended = (reason: string): Answered => ({ ...asked, state: 'done', reason })

test.each<[string, Answered, 1 | 0, ReturnType<typeof judge> | object]>([
  ['yes ends it', asked, 1, success],
  ['no ends it', asked, 0, refused],
  [
    'an answer that comes while it waits for its repetition counts',
    { ...asked, state: 'waiting' },
    1,
    success,
  ],
  ['a yes to parameters waits for their reading', param, 1, { state: 'proving' }],
  ['an old reading proves nothing', { ...param, differs: false }, 1, { state: 'proving' }],
  [
    'parameters that were read back since are proven',
    { ...param, hasRead: true, differs: false },
    1,
    success,
  ],
  [
    'parameters that are still others wait for another reading',
    { ...param, hasRead: true },
    1,
    { state: 'proving' },
  ],
  ['a lane that is not its own is not taken', { ...param, state: 'waiting' }, 1, { state: 'waiting' }],
  ['a no to parameters needs no reading', param, 0, refused],
  ['a second answer changes nothing', { ...param, state: 'proving' }, 0, 'repeated'],
  ['what has ended stays ended', ended('refused'), 1, 'repeated'],
  ['nobody answers what was not sent', { ...asked, state: 'waiting', attempts: 0 }, 1, 'repeated'],
  ['a late yes is told', ended('noAnswer'), 1, { state: 'done', result: 1, reason: 'lateAnswer' }],
  ['a late no is told', ended('superseded'), 0, refused],
])('%s', (_, command, result, verdict) => {
  expect(judge(command, result)).toEqual(verdict)
})

const commands = fc.record({
  kind: fc.constantFrom('set', 'param', 'upload'),
  state: fc.constantFrom('waiting', 'sent', 'proving', 'done'),
  reason: fc.constantFrom(null, 'refused', 'noAnswer', 'lateAnswer', 'expired', 'superseded', 'differs'),
  attempts: fc.nat(4),
  hasRead: fc.boolean(),
  differs: fc.boolean(),
})

test('no answer makes a success of parameters that differ', () => {
  fc.assert(
    fc.property(commands, fc.constantFrom<(1 | 0)[]>(1, 0), (command, result) => {
      const verdict = judge(command, result)
      if (verdict === 'repeated' || verdict.state !== 'done' || verdict.result === 0) return
      expect(command.kind === 'param' && command.differs).toBe(false)
      expect(result).toBe(1)
    }),
  )
})
