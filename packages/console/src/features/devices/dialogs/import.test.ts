import { expect, test } from 'vitest'
import { bytes } from '../../../ui/upload/bytes.ts'
import { asText, csvOf, secretsCsv } from './files.ts'
import { rowErrors } from './import-errors.ts'

test('errors of an import stand by row, those of the whole file first', () => {
  expect(
    rowErrors([
      { path: 'rows.12.code', message: 'taken' },
      { path: 'rows.3', message: 'empty' },
      { path: '', message: 'headers' },
      { path: 'rows.3.operatorId', message: 'unknown' },
    ]),
  ).toEqual([
    { row: undefined, field: '', message: 'headers' },
    { row: 3, field: '', message: 'empty' },
    { row: 3, field: 'operatorId', message: 'unknown' },
    { row: 12, field: 'code', message: 'taken' },
  ])
})

test('the file of secrets keeps every secret as it is', () => {
  const file = secretsCsv(['Code', 'Secret'], [{ id: 1, code: 'A1', secret: '-x_"y' }])
  expect(file).toBe('\uFEFF"Code","Secret"\r\n"A1","-x_""y"\r\n')
})

test('a message in the list of mistakes is never a formula', () => {
  expect(csvOf([[2, asText('=HYPERLINK("x")')]])).toBe('\uFEFF"2","\'=HYPERLINK(""x"")"\r\n')
  expect(asText('编码已存在')).toBe('编码已存在')
})

test.each([
  [512, '512 B'],
  [2048, '2 KB'],
  [20 * 1024 * 1024, '20 MB'],
  [1_500_000, '1.4 MB'],
])('%d bytes read as %s', (count, said) => {
  expect(bytes(count)).toBe(said)
})
