import { expect, test } from 'vitest'
import { type ParamShape, wordsFor, wrongWith } from './param-rules.ts'

const param = (over: Partial<ParamShape>): ParamShape => ({
  ...{ id: '02121005', name: '', kind: 'integer', unit: null, min: null, max: null, options: [], slots: [] },
  ...over,
})
const labels = (count: number) => Array.from({ length: count }, (_, place) => ({ label: `位${place}` }))
const soc = param({ min: 50, max: 100, unit: '%' })
const colours = param({
  id: '02121010',
  kind: 'digits',
  slots: labels(7),
  options: [{ value: '1', label: '红' }],
})
const address = param({ id: '02121011', kind: 'endpoint' })

test('each kind of parameter refuses what the server would refuse', () => {
  for (const value of ['50', '100']) expect(wrongWith(soc, value)).toBeUndefined()
  for (const value of ['', '49', '101', '9.5', 'x', '1e2']) expect(wrongWith(soc, value)).toBeDefined()
  expect(wrongWith(colours, '0123456')).toBeUndefined()
  for (const value of ['012345', '01234567', '0123459', '01_3456'])
    expect(wrongWith(colours, value)).toEqual({ kind: 'digits', length: 7 })
  expect(wrongWith(address, '10.0.0.5:1883')).toBeUndefined()
  for (const value of ['host', 'host:', 'host:0', 'host:65536', ':1883', 'a b:1', 'http://x:1'])
    expect({ value, wrong: wrongWith(address, value) }).toEqual({ value, wrong: { kind: 'endpoint' } })
  expect(wrongWith(param({ kind: 'option' }), '1')).toEqual({ kind: 'option' })
})

test('a value is said in the words of its options', () => {
  expect(wordsFor(soc, '88')).toBe('88 %')
  expect(wordsFor({ ...colours, slots: labels(2) }, '12')).toBe('位0 红 · 位1 2')
})
