import type { Entry } from '@wattkeeper/contracts/api/dictionary'
import { expect, test } from 'vitest'
import { shapeOf } from './shape.ts'

const entry = (extra: unknown): Entry => ({
  ...{ id: 1, code: '02121001', name: '门锁1反馈点', nameEn: 'Door lock 1', type: 'PARAM', typeName: '' },
  ...{ note: '', alarmLevel: null, analysisType: null, isFixed: true, updateTime: '', version: 1 },
  extra,
})

test('a parameter is called, and its options are, in the reader’s language', () => {
  const known = entry({ kind: 'option', options: [{ value: '0', label: '常开', labelEn: 'Open' }] })
  expect(shapeOf(known, 'zh')).toMatchObject({
    name: '门锁1反馈点',
    options: [{ value: '0', label: '常开' }],
  })
  expect(shapeOf(known, 'en')).toMatchObject({
    name: 'Door lock 1',
    options: [{ value: '0', label: 'Open' }],
  })
})

test('a parameter that the dictionary does not describe is a text', () => {
  expect(shapeOf(entry(null), 'zh')).toMatchObject({ kind: 'text', unit: null, min: null, options: [] })
})
