import { describe, expect, test } from 'vitest'
import { codesIn, stripCodes } from './codes.ts'

describe('device codes, one a line', () => {
  test('only letters, digits and newlines stay', () => {
    expect(stripCodes('A-1,\r\n b_2;\n设备c3\t')).toBe('A1\nb2\nc3')
  })

  test('repeated codes are counted once and empty lines not at all', () => {
    expect(codesIn('A1\n\nB2\nA1\nA1\n')).toEqual({ valid: ['A1', 'B2'], repeated: 2 })
  })

  test('what differs in case is another code', () => {
    expect(codesIn('a1\nA1').repeated).toBe(0)
  })
})
