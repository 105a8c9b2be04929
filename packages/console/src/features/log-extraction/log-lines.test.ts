import { expect, test } from 'vitest'
import { LogLines, matchesIn, piecesOf } from './log-lines.ts'

test('lines are whole however the text was cut', () => {
  const log = new LogLines()
  for (const part of ['one\ntw', 'o\r\n', '', 'three']) log.add(part)
  expect(log.lines).toEqual(['one', 'two'])
  log.end()
  log.end()
  expect(log.lines).toEqual(['one', 'two', 'three'])
})

test('what is searched for is found in any case and marked where it stands', () => {
  expect(matchesIn(['Fault 7', 'ok', 'no fault'], ' FAULT ')).toEqual([0, 2])
  expect(matchesIn(['a'], ' ')).toEqual([])
  expect(piecesOf('fault, Fault', 'fault')).toEqual(['', 'fault', ', ', 'Fault', ''])
  expect(piecesOf('ok', '')).toEqual(['ok'])
})
