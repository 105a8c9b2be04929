import type { Params, Words } from './words.ts'

/** One way in which a request can fail: the code that the envelope carries and what a person is told. */
export interface ProblemKind {
  readonly name: string
  readonly code: ProblemCode
  readonly words: Words
}

export type ProblemCode =
  400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504 | 50008 | 50012 | 50014

/** What is wrong with one field; `path` is dotted, as in `rows.3.code`. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

type Entry = readonly [code: ProblemCode, zh: string, en: string]

/** Names a feature's problems: `problems('devices', { notFound: [404, '…', '…'] })`. */
export function problems<const K extends string>(
  feature: string,
  entries: Readonly<Record<K, Entry>>,
): Readonly<Record<K, ProblemKind>> {
  const named = Object.entries<Entry>(entries).map(([name, [code, zh, en]]): [string, ProblemKind] => [
    name,
    { name: `${feature}.${name}`, code, words: { zh, en } },
  ])
  return Object.fromEntries(named) as Record<K, ProblemKind>
}

/** Thrown by handlers and rules; one place turns it into the envelope, in the caller's language. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly params: Params
  readonly errors: readonly FieldError[]

  constructor(kind: ProblemKind, params: Params = {}, errors: readonly FieldError[] = []) {
    super(`${kind.name} ${JSON.stringify(params)}`)
    this.name = 'Problem'
    this.kind = kind
    this.params = params
    this.errors = errors
  }
}

/** `find(id) ?? fail(deviceProblems.notFound)` */
export function fail(kind: ProblemKind, params?: Params): never {
  throw new Problem(kind, params)
}

export const commonProblems = problems('common', {
  malformed: [400, '请求格式不正确', 'The request is malformed'],
  noToken: [401, '请先登录', 'Please sign in'],
  forbidden: [403, '没有权限执行此操作', 'You are not allowed to do this'],
  accessChanged: [403, '您的权限已变更，请重新操作', 'Your access has changed meanwhile, please begin again'],
  notFound: [404, '请求的内容不存在', 'What you asked for does not exist'],
  methodNotAllowed: [405, '不支持该请求方式', 'This method is not supported here'],
  stale: [409, '数据已被他人修改，请刷新后重试', 'Someone else has changed this. Refresh and try again'],
  deleted: [409, '数据已被他人删除，请刷新后重试', 'Someone else has deleted this. Refresh and try again'],
  conflict: [409, '数据冲突，请刷新后重试', 'This conflicts with existing data. Refresh and try again'],
  keyReused: [
    409,
    '同一 Idempotency-Key 不能用于不同的请求',
    'The same Idempotency-Key cannot stand for two different requests',
  ],
  tooLarge: [413, '提交的内容过大', 'What you sent is too large'],
  mediaType: [415, '不支持该内容类型', 'This content type is not supported'],
  invalid: [422, '提交的内容有误：{first}', 'Please correct what you entered: {first}'],
  tooMany: [429, '请求过于频繁，请稍后再试', 'Too many requests, please try again later'],
  internal: [
    500,
    '服务器内部错误，请联系管理员（请求编号 {requestId}）',
    'Something went wrong on the server (request {requestId})',
  ],
  unavailable: [
    503,
    '服务暂时不可用，请稍后重试',
    'The service is not available right now, please try again',
  ],
  invalidToken: [50008, '登录已失效，请重新登录', 'Your sign-in is no longer valid, please sign in again'],
  endedElsewhere: [50012, '您的会话已被结束，请重新登录', 'Your session was ended, please sign in again'],
  tokenExpired: [50014, '登录已过期，请重新登录', 'Your session has expired, please sign in again'],
})
