import {
  type FieldError,
  type Language,
  type Params,
  type Route,
  type Words,
  say,
  words,
  wordsOf,
} from '@wattkeeper/contracts/kit'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { instantOf } from '../clock/instant.ts'

/** Checks and shapes a route's input in place: trims, reads instants, fills defaults, drops what is not declared. */
export type Check = (input: Record<string, unknown>, language: Language) => FieldError[]

type Keyword = [on: boolean, data: unknown, schema: unknown, holder?: Holder]

interface Holder {
  readonly parentData: unknown
  readonly parentDataProperty: unknown
}

function replace(holder: Holder | undefined, value: unknown): void {
  const parent = holder?.parentData
  if (parent && typeof parent === 'object') Reflect.set(parent, String(holder.parentDataProperty), value)
}

function createAjv(coerceTypes: boolean, timeZone: string): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    removeAdditional: 'all',
    strict: false,
    verbose: true,
  })
  addFormats.default(ajv)
  ajv.addKeyword({
    keyword: 'x-trim',
    type: 'string',
    modifying: true,
    before: 'minLength',
    validate: (...[, data, , holder]: Keyword) => {
      if (typeof data === 'string') replace(holder, data.trim())
      return true
    },
  })
  ajv.addKeyword({
    keyword: 'x-instant',
    type: 'string',
    modifying: true,
    validate: (...[, data, , holder]: Keyword) => {
      const instant = typeof data === 'string' ? instantOf(data, timeZone) : undefined
      if (instant) replace(holder, instant)
      return instant !== undefined
    },
  })
  return ajv
}

/** One validator for bodies, which are typed, and one for query strings, which are text. */
export function createValidation(timeZone: string): (route: Route) => Check {
  const typed = createAjv(false, timeZone)
  const coercing = createAjv(true, timeZone)
  return (route) => {
    const isText = route.method !== 'POST' || route.kind === 'upload'
    const validate = (isText ? coercing : typed).compile(route.input)
    const lists = listFields(route)
    return (input, language) => {
      if (route.isQuery) dropEmpty(input)
      if (isText) for (const field of lists) splitList(input, field)
      return validate(input) ? [] : fieldErrors(validate, language)
    }
  }
}

function listFields(route: Route): string[] {
  const { properties = {} } = route.input as { properties?: Record<string, { type?: unknown }> }
  return Object.keys(properties).filter((name) => properties[name]?.type === 'array')
}

function splitList(input: Record<string, unknown>, field: string): void {
  const value = input[field]
  if (typeof value === 'string') input[field] = value.split(',')
}

function dropEmpty(input: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === '') Reflect.deleteProperty(input, name)
  }
}

function fieldErrors(validate: ValidateFunction, language: Language): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const error of validate.errors ?? []) {
    const path = pathOf(error)
    if (!errors.has(path)) errors.set(path, { path, message: messageOf(error, language) })
  }
  return [...errors.values()]
}

function pathOf({ keyword, instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params['missingProperty']))
  return path.join('.')
}

function messageOf(error: ErrorObject, language: Language): string {
  const { keyword, params, data, parentSchema } = error
  const parent = parentSchema as { properties?: Record<string, unknown> } | undefined
  const missing = keyword === 'required' ? parent?.properties?.[String(params['missingProperty'])] : undefined
  const isEmpty = data === '' || data === null
  const said = missing
    ? wordsOf(missing, 'required')
    : ((isEmpty ? wordsOf(parent, 'required') : undefined) ?? wordsOf(parent, keyword))
  return say(said ?? generic[keyword] ?? wrong, language, params as Params)
}

const wrong = words('格式不正确', 'Not valid')
const generic: Readonly<Record<string, Words>> = {
  required: words('不能为空', 'Required'),
  type: words('类型不正确，应为 {type}', 'Should be {type}'),
  minimum: words('不能小于 {limit}', 'Not less than {limit}'),
  maximum: words('不能大于 {limit}', 'Not more than {limit}'),
  minLength: words('至少 {limit} 个字符', 'At least {limit} characters'),
  maxLength: words('最多 {limit} 个字符', 'At most {limit} characters'),
  minItems: words('至少 {limit} 项', 'At least {limit} items'),
  maxItems: words('最多 {limit} 项', 'At most {limit} items'),
  enum: words('不是可选的值', 'Not one of the allowed values'),
  'x-instant': words('时间格式不正确', 'Not a valid time'),
}
