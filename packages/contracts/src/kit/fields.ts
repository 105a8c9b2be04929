import Type, { type Static, type TSchema } from 'typebox'
import { type Words, words } from './words.ts'

/**
 * Fields carry, beside their JSON Schema rule, what a person is told when the rule is broken: `x-words` by keyword.
 * The server's validator and the console's forms read the same words.
 */
export type FieldWords = Partial<Record<FieldRule, Words>>
export type FieldRule =
  'required' | 'minLength' | 'maxLength' | 'pattern' | 'type' | 'enum' | 'minItems' | 'maxItems'

interface TextRules {
  /** Said when the field is missing or empty; without it the field may be empty. */
  readonly required?: Words
  readonly min?: readonly [length: number, said: Words]
  readonly max?: readonly [length: number, said: Words]
  /** A JSON Schema pattern (ECMA regular expression source). */
  readonly pattern?: readonly [source: string, said: Words]
  /** Passwords keep their spaces. */
  readonly trim?: boolean
}

const longest = 500

/** A line of text, trimmed, at most 500 characters unless said otherwise. */
export function text(rules: TextRules = {}) {
  const { required, min, max, pattern, trim = true } = rules
  const minLength = min?.[0] ?? (required ? 1 : 0)
  const said: FieldWords = {
    ...(required && { required, minLength: required }),
    ...(min && { minLength: min[1] }),
    maxLength: max?.[1] ?? words(`长度不能超过${longest}个字符`, `At most ${longest} characters`),
    ...(pattern && { pattern: pattern[1] }),
  }
  return Type.String({
    ...(minLength > 0 && { minLength }),
    maxLength: max?.[0] ?? longest,
    ...(pattern && { pattern: pattern[0] }),
    ...(trim && { 'x-trim': true }),
    'x-words': said,
  })
}

/** A choice that must be made: `choice(Id, words('请选择厂商', …))`. */
export function choice<T extends TSchema>(schema: T, required: Words): T {
  return { ...schema, 'x-words': { required, type: required } }
}

/** The words a schema carries for a rule, if any. */
export function wordsOf(schema: unknown, rule: string): Words | undefined {
  const said = (schema as { 'x-words'?: Record<string, Words> } | undefined)?.['x-words']
  return said?.[rule]
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const ById = Type.Object({ id: Id })
/** An instant going out: ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'date-time' })
/** An instant coming in: ISO 8601, or `YYYY-MM-DD HH:mm:ss` in the platform's time zone; handlers get ISO 8601. */
export const InstantInput = Type.String({ minLength: 10, maxLength: 40, 'x-instant': true })
/** One of a few values: `options(1, 2, 3)`. */
export const options = <const V extends readonly (string | number)[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: typeof values[0] === 'string' ? 'string' : 'integer', enum: [...values] })
/** One of the values to which a table gives words: `optionsOf(rolloutStates)`. */
export const optionsOf = <K extends string>(said: Readonly<Record<K, Words>>) =>
  options(...(Object.keys(said) as K[]))
export const Flag = options(0, 1)
/** Says which edition of an entity the change was made against; a stale one gets 409, an absent one applies. */
export const Version = Type.Integer({ minimum: 1 })

export const Empty = Type.Object({})
export const Nothing = Type.Null()

/** Page number from 1 and page size (default 10, at most 500): mix into a filter. */
export const Paging = {
  pageNum: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 500, default: 10 }),
}

/** `next` of the page before: leads beyond what is counted. The page number is then ignored. */
export const Cursor = Type.String({
  pattern: '^[0-9]{1,15}_[0-9]{1,15}$',
  'x-words': { pattern: words('分页游标无效', 'Not a cursor of this list') },
})

/** A page of a list. On the wire `data` is `rows` and `total` stands beside it. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object(
    {
      rows: Type.Array(item),
      total: Type.Integer({ minimum: 0 }),
      /** The count stopped at this total; a cursor leads beyond. */
      totalIsCapped: Type.Optional(Type.Boolean()),
      next: Type.Optional(Type.String()),
    },
    { 'x-page': true },
  )
}

export const isPage = (schema: TSchema): boolean => 'x-page' in schema

export interface Page<T> {
  readonly rows: T[]
  readonly total: number
  readonly totalIsCapped?: boolean
  readonly next?: string
}

/** The schema or null. A plain type list serialises several times faster than a union. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>(
    typeof type === 'string'
      ? { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
      : { anyOf: [schema, { type: 'null' }] },
  )
}

export { Type }
export type { Static, TSchema }
