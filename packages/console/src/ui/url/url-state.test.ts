import { describe, expect, test } from 'vitest'
import { type Codec, as } from './codecs.ts'
import {
  readFilter,
  readOpened,
  readPaging,
  readSort,
  withFilter,
  withOpened,
  withPaging,
  withSort,
  withoutFilter,
} from './url-state.ts'

const codecs = { code: as.text, type: as.number, models: as.numbers, online: as.flag } as unknown as Readonly<
  Record<string, Codec<unknown>>
>
const query = (text: string) => new URLSearchParams(text)

describe('filters in the address', () => {
  test('are read by their kind, and rubbish is not given', () => {
    expect(readFilter(query('code=A1&type=3&models=1,x,2&online=0'), codecs)).toEqual({
      code: 'A1',
      type: 3,
      models: [1, 2],
      online: 0,
    })
    expect(readFilter(query('code=&type=three&models=&online=2'), codecs)).toEqual({})
  })

  test('that change show the first page and keep size and what is not a filter', () => {
    const next = withFilter(query('tab=history&page=4&size=50'), codecs, { type: 2, online: 0 })
    expect(next.toString()).toBe('tab=history&size=50&type=2&online=0')
  })

  test('leave the address when they are empty', () => {
    const next = withFilter(query('code=A&models=1'), codecs, { code: '', models: [] })
    expect(next.toString()).toBe('')
  })

  test('come out as they went in', () => {
    const filter = { code: 'A1', type: 3, models: [1, 2], online: 1 }
    expect(readFilter(withFilter(query(''), codecs, filter), codecs)).toEqual(filter)
  })

  test('reset shows page 1 at size 10 and leaves the tab', () => {
    expect(withoutFilter(query('tab=x&code=A&page=3&size=100&sort=a.asc'), codecs).toString()).toBe('tab=x')
  })
})

describe('the page in the address', () => {
  test.each([
    ['', 1, 10],
    ['page=3&size=50', 3, 50],
    ['page=0&size=7', 1, 10],
    ['page=-1', 1, 10],
    ['page=1.5&size=x', 1, 10],
  ])('%s is page %i of size %i', (text, pageNum, pageSize) => {
    expect(readPaging(query(text))).toEqual({ pageNum, pageSize })
  })

  test('is not written when it is the usual one', () => {
    expect(withPaging(query('page=2&size=20'), { pageNum: 1, pageSize: 10 }).toString()).toBe('')
  })

  test('opened rows are kept until the list shows others', () => {
    const opened = withOpened(query('code=A'), ['7', '9'])
    expect(readOpened(opened)).toEqual(['7', '9'])
    expect(readOpened(withPaging(opened, { pageNum: 2, pageSize: 10 }))).toEqual([])
    expect(readOpened(withFilter(opened, codecs, { code: 'B' }))).toEqual([])
    expect(withOpened(opened, []).toString()).toBe('code=A')
  })

  test('sort has a key and a direction', () => {
    expect(readSort(withSort(query(''), { key: 'a.b', isDescending: true }))).toEqual({
      key: 'a.b',
      isDescending: true,
    })
    expect(readSort(query('sort=a'))).toBeUndefined()
  })
})
