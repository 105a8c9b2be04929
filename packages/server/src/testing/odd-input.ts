import fc from 'fast-check'

/** What somebody types, pastes or sends to see what happens. */
export const oddText: readonly string[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800x',
  '\u202eabc',
  '\ufeff',
  '👩‍👩‍👧‍👦',
  `'; drop table devices; --`,
  `' or 1=1 --`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '%',
  '%00',
  '\\',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '__proto__',
  '9223372036854775808',
  '-1',
  '1e309',
  'NaN',
  'null',
  '{}',
  '2026-02-30 25:61:61',
  'x'.repeat(5_000),
]

const text = fc.oneof(fc.constantFrom(...oddText), fc.string({ unit: 'binary', maxLength: 40 }))
const number = fc.oneof(
  fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 0.1),
  fc.integer(),
  fc.double({ noNaN: true }),
)

/** Any JSON there is, with odd texts and numbers in it. */
export const oddValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value

interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Inputs that resemble what a route wants, each field plausible or odd, some left out. */
export function inputOf(schema: unknown): fc.Arbitrary<unknown> {
  const { properties = {} } = schema as Schema
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    fc.oneof({ weight: 3, arbitrary: plausible(field) }, { weight: 1, arbitrary: oddValue }),
  ])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
}

function plausible(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(plausible))
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return fc.integer({ min: 1, max: 20 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(plausible(schema.items ?? {}), { maxLength: 3 })
  if (type === 'object') return inputOf(schema)
  return fc.oneof(fc.constantFrom('A1', '2026-11-20 10:00:00', 'bms', '86', 'Abc123!x', '13800138000'), text)
}
