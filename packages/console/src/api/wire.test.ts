import { Type, get, pageOf, post, routes } from '@wattkeeper/contracts/kit'
import { describe, expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { fileNameOf, openEnvelope, requestOf } from './wire.ts'

const { list, find, update } = routes('things', {
  list: get('/api/thing/list', { access: 'signedIn', output: pageOf(Type.Object({ id: Type.Integer() })) }),
  find: get('/api/thing/:id', { access: 'signedIn' }),
  update: post('/api/thing/update/:id', { access: 'signedIn' }),
})

function failureOf(body: unknown): Failure | undefined {
  try {
    openEnvelope(find, body)
    return undefined
  } catch (thrown) {
    return thrown instanceof Failure ? thrown : undefined
  }
}

describe('a request', () => {
  test('drops null and empty strings from a query and keeps 0 and false', () => {
    const { path } = requestOf(list, { a: null, b: '', c: 0, d: false, e: undefined, f: 'x y' })
    expect(path).toBe('/api/thing/list?c=0&d=false&f=x+y')
  })

  test('joins lists with commas in a query', () => {
    expect(requestOf(list, { ids: [1, 2] }).path).toBe('/api/thing/list?ids=1%2C2')
  })

  test('keeps null and empty strings of a change, which mean "take it away"', () => {
    const { path, body } = requestOf(update, { id: 7, remark: '', regionCode: null })
    expect(path).toBe('/api/thing/update/7')
    expect(body).toBe('{"regionCode":null,"remark":""}')
  })

  test('is the same text whatever the order of the input', () => {
    expect(requestOf(list, { a: 1, b: 2 })).toEqual(requestOf(list, { b: 2, a: 1 }))
  })
})

describe('an answer', () => {
  test('with code 200 gives its data and message', () => {
    expect(openEnvelope(find, { code: 200, message: 'ok', data: { x: 1 } })).toEqual({
      data: { x: 1 },
      message: 'ok',
    })
  })

  test('of a list gives the page', () => {
    const opened = openEnvelope(list, { code: 200, message: '', data: [{ id: 1 }], total: 7 })
    expect(opened.data).toEqual({ rows: [{ id: 1 }], total: 7 })
  })

  test('without a code passes through', () => {
    expect(openEnvelope(find, [1, 2]).data).toEqual([1, 2])
  })

  test('with another code fails with the sentence, the request id and the errors of fields', () => {
    const errors = [{ path: 'code', message: 'no' }]
    const failure = failureOf({ code: 422, message: 'wrong', data: { errors }, requestId: 'r1' })
    expect(failure).toMatchObject({ code: 422, message: 'wrong', requestId: 'r1', errors })
  })

  test('that says nothing fails with "Error"', () => {
    expect(failureOf({ code: 500, message: '', data: null })?.message).toBe('Error')
  })
})

describe('a file’s name', () => {
  test.each([
    ['attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E8%AE%BE%E5%A4%87.xlsx', '设备.xlsx'],
    ['attachment; filename="plain.xlsx"', 'plain.xlsx'],
    ['attachment', undefined],
    [null, undefined],
  ])('%s is %s', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name)
  })
})
