import type { Static, TSchema } from 'typebox'
import { Empty } from './fields.ts'
import { type Words, words } from './words.ts'

/** Who may call: anyone, anyone signed in, or whoever a page grants this permission (`devices.read`). */
export type Access = 'open' | 'signedIn' | `${string}.${string}`

export type RouteKind = 'get' | 'post' | 'del' | 'upload' | 'download' | 'stream' | 'measure'
export type Method = 'GET' | 'POST' | 'DELETE'

/**
 * One thing that can be asked of the server. Everything that concerns it follows from this value: serving,
 * validation, documentation, the typed call, the query key, who may see the button.
 */
export interface Route<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  K extends RouteKind = RouteKind,
  A extends Access = Access,
> {
  readonly kind: K
  readonly method: Method
  /** `devices.list`: unique, the query key and the audit's action. */
  readonly name: string
  readonly path: string
  readonly access: A
  /** Path, query and body in one object. */
  readonly input: I
  /** What `data` holds; of a stream one event; of a download nothing. */
  readonly output: O
  /** Said after success. */
  readonly done: Words
  /** Leaves an audit row: by default every route that is not a GET and not a list. */
  readonly audited: boolean
  /** A filtered list: null and empty strings in its input mean "not given". */
  readonly isQuery: boolean
  readonly maxBytes: number
}

interface Definition<I extends TSchema, O extends TSchema, A extends Access> {
  readonly access: A
  readonly input?: I
  readonly output?: O
  readonly done?: Words
  readonly audited?: boolean
  /** Of a POST that only reads. Lists are queries by themselves. */
  readonly isQuery?: boolean
  /** Largest body; 1 MiB unless said otherwise. */
  readonly maxBytes?: number
}

type Unnamed<I extends TSchema, O extends TSchema, K extends RouteKind, A extends Access> = Omit<
  Route<I, O, K, A>,
  'name'
>

const mebibyte = 1024 * 1024
const operationSuccess = words('操作成功', 'Operation success')

function define<K extends RouteKind>(kind: K, method: Method) {
  return <A extends Access, I extends TSchema = typeof Empty, O extends TSchema = typeof Empty>(
    path: `/${string}`,
    definition: Definition<I, O, A>,
  ): Unnamed<I, O, K, A> => {
    const output = (definition.output ?? Empty) as O
    const isQuery = definition.isQuery ?? (method === 'GET' || 'x-page' in output)
    return {
      kind,
      method,
      path,
      access: definition.access,
      input: (definition.input ?? Empty) as I,
      output,
      done: definition.done ?? operationSuccess,
      audited: definition.audited ?? !isQuery,
      isQuery,
      maxBytes: definition.maxBytes ?? mebibyte,
    }
  }
}

export const get = define('get', 'GET')
export const post = define('post', 'POST')
export const del = define('del', 'DELETE')
/** A multipart POST with one file in the field `file`; the other fields are the input. */
export const upload = define('upload', 'POST')
/** Answers with bytes and a file name; errors still come as JSON. */
export const download = define('download', 'GET')
export const downloadByPost = define('download', 'POST')
/** A GET that asks others before it answers, and opens its own transactions in between. */
export const measure = define('measure', 'GET')
/** Server-sent events. */
export const stream = define('stream', 'GET')

export type Routes = Readonly<Record<string, Route>>

type Named<D> = { readonly [K in keyof D]: D[K] & { readonly name: string } }

/** Gives a feature's routes their names. */
export function routes<const D extends Record<string, Omit<Route, 'name'>>>(
  feature: string,
  defined: D,
): Named<D> {
  const named = Object.entries(defined).map(([name, route]) => [
    name,
    { ...route, name: `${feature}.${name}` },
  ])
  return Object.fromEntries(named) as Named<D>
}

export type InputOf<R> = R extends { readonly input: infer I extends TSchema } ? Static<I> : never
export type OutputOf<R> = R extends { readonly output: infer O extends TSchema } ? Static<O> : never

/** The answer on the wire. */
export interface Envelope<T = unknown> {
  readonly code: number
  readonly message: string
  readonly data: T
  readonly total?: number
  readonly totalIsCapped?: boolean
  readonly next?: string
  readonly requestId?: string
}
