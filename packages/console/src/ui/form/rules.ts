import { type Language, type TSchema, type Words, wordsOf } from '@wattkeeper/contracts/kit'
import type { Rule } from 'antd/es/form'

interface Rules {
  readonly type?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly Rules[]
  readonly 'x-trim'?: boolean
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Of "this or null" the rules are this one's. */
function rulesIn(schema: TSchema): Rules & TSchema
function rulesIn(rules: Rules & TSchema): Rules {
  const real = rules.anyOf?.find(({ type }) => type !== 'null')
  return real ? rulesIn(real) : rules
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
}

function propertyOf(schema: TSchema, name: string): TSchema | undefined
function propertyOf(schema: ObjectSchema, name: string): TSchema | undefined {
  return schema.properties?.[name]
}

/** The field with this name; a dot leads into an object: `paramSetRule.interval`. */
function fieldOf(schema: TSchema, name: string): TSchema | undefined {
  const [first = name, ...rest] = name.split('.')
  const field = propertyOf(schema, first)
  return field && rest.length > 0 ? fieldOf(rulesIn(field), rest.join('.')) : field
}

const patterns = new Map<string, RegExp>()
function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known.test(text)
}

function brokenInText(rules: Rules, text: string): string | undefined {
  if (rules.minLength !== undefined && text.length < rules.minLength) return 'minLength'
  if (rules.maxLength !== undefined && text.length > rules.maxLength) return 'maxLength'
  return rules.pattern !== undefined && !matches(rules.pattern, text) ? 'pattern' : undefined
}

function brokenRule(rules: Rules, value: unknown): string | undefined {
  if (typeof value === 'string') return brokenInText(rules, rules['x-trim'] ? value.trim() : value)
  if (typeof value === 'number') {
    if (rules.minimum !== undefined && value < rules.minimum) return 'minimum'
    return rules.maximum !== undefined && value > rules.maximum ? 'maximum' : undefined
  }
  if (!Array.isArray(value)) return undefined
  if (rules.minItems !== undefined && value.length < rules.minItems) return 'minItems'
  return rules.maxItems !== undefined && value.length > rules.maxItems ? 'maxItems' : undefined
}

/** What a person is told about this value, in the contract's words: the first rule that it breaks, or nothing. */
export function firstBroken(schema: TSchema, name: string, value: unknown): Words | undefined {
  const field = fieldOf(schema, name)
  if (!field) return undefined
  const rules = rulesIn(field)
  const required = wordsOf(field, 'required') ?? wordsOf(rules, 'required')
  const given = typeof value === 'string' && rules['x-trim'] ? value.trim() : value
  if (isEmpty(given)) return required
  const broken = brokenRule(rules, given)
  return broken === undefined ? undefined : (wordsOf(field, broken) ?? wordsOf(rules, broken))
}

export const isRequired = (schema: TSchema, name: string): boolean =>
  firstBroken(schema, name, undefined) !== undefined

/** antd's rules for one field, from the contract: the same words that the server would answer. */
export function rulesOf(schema: TSchema, name: string, language: Language): Rule[] {
  const validator = (_rule: unknown, value: unknown): Promise<void> => {
    const broken = firstBroken(schema, name, value)
    return broken ? Promise.reject(new Error(broken[language])) : Promise.resolve()
  }
  return [{ validator }]
}

/** Trims what the contract trims. */
export function tidy(schema: TSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fieldOf(schema, name)
      const trims = field && rulesIn(field)['x-trim']
      return [name, trims && typeof value === 'string' ? value.trim() : value]
    }),
  )
}
