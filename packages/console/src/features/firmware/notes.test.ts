import { expect, test } from 'vitest'
import { enteredOf, remarkOf } from './notes.ts'

const entered = { note_zh: '修复', note_en: 'Fixes "quotes"', note_de: 'Behoben', note_fr: 'Corrigé' }

test('what was written in four languages comes back as it was', () => {
  expect(JSON.parse(remarkOf(entered))).toEqual({
    zh: '修复',
    en: 'Fixes "quotes"',
    de: 'Behoben',
    fr: 'Corrigé',
  })
  expect(enteredOf(remarkOf(entered))).toEqual(entered)
})

test('a remark that is no JSON of languages leaves the fields empty', () => {
  expect(enteredOf('plain words')).toEqual({})
  expect(enteredOf('null')).toEqual({})
  expect(enteredOf('[1]')).toEqual({})
  expect(enteredOf('{"zh":1,"en":"yes","xx":"no"}')).toEqual({ note_en: 'yes' })
})
