import { expect, test } from 'vitest'
import { cleanLines, readCodes } from './codes.ts'

test('only letters, digits and new lines stay', () => {
  expect(cleanLines(' WK-001\r\n“WK 002”；\rwk003\u200b\t\n')).toBe('WK001\nWK002\nwk003\n')
})

test('codes are counted, repeats are removed, empty lines are nothing', () => {
  expect(readCodes('A1\n\nB2\nA1\na1\nA1', 10)).toEqual({ codes: ['A1', 'B2', 'a1'], repeated: 2, left: 0 })
  expect(readCodes('', 10)).toEqual({ codes: [], repeated: 0, left: 0 })
})

test('more than can be asked for are left out, and said', () => {
  expect(readCodes('A\nB\nC\nB', 2)).toEqual({ codes: ['A', 'B'], repeated: 1, left: 1 })
})
