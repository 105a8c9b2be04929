import { expect, test } from 'vitest'
import type { ParamShape } from '../../ui/param/param-rules.ts'
import { countsOf, settingsIn, toSend, wrongSettings } from './batch-rules.ts'

const soc: ParamShape = {
  ...{ id: '02121005', name: '满电SOC', kind: 'integer', unit: '%', min: 50, max: 100 },
  ...{ options: [], slots: [] },
}

test('what a batch sets is read from the wire’s JSON text', () => {
  expect(settingsIn('[{"id":"02121005","value":90},{"id":"02121010","value":"0123456"},3]')).toEqual([
    { id: '02121005', value: '90' },
    { id: '02121010', value: '0123456' },
  ])
  expect(settingsIn('{}')).toEqual([])
})

test('what the list does not count was canceled', () => {
  const row = { total: 10, success: 3, failed: 1, skipped: 2, waiting: 0, sent: 1 }
  expect(countsOf(row)).toEqual({ success: 3, failed: 1, skipped: 2, waiting: 0, sent: 1, canceled: 3 })
})

test('parameters are complete when one is ticked and all that are ticked are right', () => {
  expect(wrongSettings([soc], undefined)).toBe('none')
  expect(wrongSettings([soc], [{ id: soc.id, value: '' }])).toBe('wrong')
  expect(wrongSettings([soc], [{ id: 'unknown', value: '1' }])).toBe('wrong')
  expect(wrongSettings([soc], [{ id: soc.id, value: ' 90 ' }])).toBeUndefined()
})

test('a batch is sent without what was left empty', () => {
  const entered = {
    paramSetRule: { upgradeCount: 3, interval: 5, windowStart: '', canaryCodes: [], insist: false },
    entitys: [{ id: soc.id, value: ' 90 ' }],
    queryParam: { equipTypeId: 3, operatorIds: [], regionCode: '' },
    remark: '',
  }
  expect(toSend(entered)).toEqual({
    paramSetRule: { upgradeCount: 3, interval: 5, insist: false },
    entitys: [{ id: soc.id, value: '90' }],
    queryParam: { equipTypeId: 3 },
  })
})
