import { describe, expect, test } from 'vitest'
import { cutEvents, waitBeforeTry } from './event-stream.ts'

describe('an event stream', () => {
  test('is cut at blank lines and the rest waits', () => {
    expect(cutEvents('data: {"a":1}\n\ndata: {"b":')).toEqual({ events: ['{"a":1}'], rest: 'data: {"b":' })
  })

  test('skips comments and other fields', () => {
    expect(cutEvents(': ping\n\nid: 4\nevent: x\ndata: {}\n\n').events).toEqual(['{}'])
  })

  test('joins the lines of one event, whatever ends them', () => {
    expect(cutEvents('data: {\r\ndata: }\r\n\r\n').events).toEqual(['{\n}'])
  })

  test('gives the same events however the text arrives', () => {
    const text = 'data: 1\n\n: c\n\ndata: 2\n\n'
    let rest = ''
    const events = text.split('').flatMap((letter) => {
      const cut = cutEvents(rest + letter)
      rest = cut.rest
      return cut.events
    })
    expect(events).toEqual(['1', '2'])
  })

  test('is tried again ever more slowly, at most every 30 s', () => {
    expect([1, 2, 3, 10].map(waitBeforeTry)).toEqual([1000, 2000, 4000, 30_000])
  })
})
