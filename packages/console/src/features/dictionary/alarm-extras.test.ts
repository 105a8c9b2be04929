import { expect, test } from 'vitest'
import { withoutAlarm } from './alarm-extras.ts'

test('an alarm keeps its level and its analysis', () => {
  const entry = { type: 'ALARM', alarmLevel: 2, analysisType: 'BIT' as const }
  expect(withoutAlarm(entry)).toEqual(entry)
})

test('an entry that is no alarm any more loses both', () => {
  expect(withoutAlarm({ type: 'PARAM', alarmLevel: 2, analysisType: 'BIT' as const })).toEqual({
    type: 'PARAM',
    alarmLevel: null,
    analysisType: null,
  })
})
