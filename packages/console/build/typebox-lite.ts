/**
 * The part of typebox that the contracts call, making the same JSON Schemas without its compiler. Types still come
 * from typebox itself; `typebox-lite.test.ts` proves that every route's schema comes out equal.
 */
interface Schema {
  readonly [keyword: string]: unknown
}
type Options = Schema

const optional = Symbol('optional')
const isOptional = (schema: Schema): boolean => optional in schema

function object(properties: Readonly<Record<string, Schema>>, options: Options = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] ?? {}))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const record = (_key: Schema, value: Schema, options: Options = {}): Schema => ({
  type: 'object',
  patternProperties: { '^.*$': value },
  ...options,
})

const literalTypeOf = (value: unknown): string => typeof value

/* Named as typebox names them. */
const Type = {
  Object: object,
  Record: record,
  String: (options: Options = {}): Schema => ({ type: 'string', ...options }),
  Number: (options: Options = {}): Schema => ({ type: 'number', ...options }),
  Integer: (options: Options = {}): Schema => ({ type: 'integer', ...options }),
  Boolean: (options: Options = {}): Schema => ({ type: 'boolean', ...options }),
  Null: (options: Options = {}): Schema => ({ type: 'null', ...options }),
  Any: (options: Options = {}): Schema => ({ ...options }),
  Unknown: (options: Options = {}): Schema => ({ ...options }),
  Literal: (value: unknown, options: Options = {}): Schema => ({
    type: literalTypeOf(value),
    const: value,
    ...options,
  }),
  Array: (items: Schema, options: Options = {}): Schema => ({ type: 'array', items, ...options }),
  Tuple: (items: readonly Schema[], options: Options = {}): Schema => ({
    type: 'array',
    additionalItems: false,
    items,
    minItems: items.length,
    ...options,
  }),
  Union: (anyOf: readonly Schema[], options: Options = {}): Schema => ({ anyOf, ...options }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
  Optional: (schema: Schema): Schema => ({ ...schema, [optional]: true }),
}

export { Type }
