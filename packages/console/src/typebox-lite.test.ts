import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import Type from 'typebox'
import { Type as Lite } from '../build/typebox-lite.ts'

type Make = (type: typeof Lite) => object

/** What the contracts use; each must come out as typebox makes it. */
const samples: Readonly<Record<string, Make>> = {
  object: (t) =>
    t.Object({ a: t.String({ minLength: 1 }), b: t.Optional(t.Integer({ minimum: 1 })) }, { 'x-page': true }),
  empty: (t) => t.Object({}),
  union: (t) => t.Union([t.Literal(0), t.Literal('a'), t.Null(), t.Literal(true)]),
  array: (t) => t.Array(t.Number(), { minItems: 1 }),
  record: (t) => t.Record(t.String(), t.Array(t.Unknown())),
  unsafe: (t) => t.Unsafe({ type: 'object', additionalProperties: true }),
  nested: (t) => t.Object({ a: t.Optional(t.Union([t.Boolean(), t.Null()])) }),
}

const wire = (schema: object): unknown => JSON.parse(JSON.stringify(schema))

describe('the lighter typebox of the build', () => {
  test.each(Object.entries(samples))('makes the same schema: %s', (_name, make) => {
    expect(wire(make(Lite))).toEqual(wire(make(Type as unknown as typeof Lite)))
  })

  test('knows every constructor that the contracts call', async () => {
    const files = globSync('packages/contracts/src/{api,kit}/*.ts')
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const called = texts.join('\n').matchAll(/\bType\.([A-Z]\w+)\(/g)
    const missing = [...called].map(([, name]) => name ?? '').filter((name) => !(name in Lite))
    expect(files.length).toBeGreaterThan(5)
    expect(missing).toEqual([])
  })
})
