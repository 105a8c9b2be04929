import { setTimeout as wait } from 'node:timers/promises'
import { isPage } from '@wattkeeper/contracts/kit'
import type { Route, Static, TSchema } from '@wattkeeper/contracts/kit'
import { Check } from 'typebox/value'

/** The platform said no, in its own words. */
export class ApiRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string, path: string) {
    super(`${path}: ${message} (${code})`)
    this.name = 'ApiRefusal'
    this.code = code
  }
}

const patienceMs = [500, 1_000, 2_000, 4_000, 8_000] as const
const tooMany = 429
const unavailable = 503

/** Calls the platform's public API by its route values, and holds it to them. */
export class Api {
  token: string | undefined
  private readonly base: string

  constructor(base: string, token?: string) {
    this.base = base.replace(/\/+$/, '')
    this.token = token
  }

  async call<I extends TSchema, O extends TSchema>(route: Route<I, O>, input: Static<I>): Promise<Static<O>> {
    for (const waitMs of patienceMs) {
      try {
        return await this.once(route, input)
      } catch (error) {
        const mayPass = error instanceof ApiRefusal && (error.code === tooMany || error.code === unavailable)
        if (!mayPass || route.access === 'open') throw error
        await wait(waitMs)
      }
    }
    return this.once(route, input)
  }

  private async once<I extends TSchema, O extends TSchema>(
    route: Route<I, O>,
    input: Static<I>,
  ): Promise<Static<O>> {
    const { path, body } = layOut(route, entriesOf(input))
    return this.judged(route, path, await this.exchange(route.method, path, body))
  }

  /** Sends a file as browsers do, the other fields first. */
  async upload<I extends TSchema, O extends TSchema>(
    route: Route<I, O>,
    input: Static<I>,
    file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
  ): Promise<Static<O>> {
    const form = new FormData()
    for (const [name, value] of entriesOf(input)) form.set(name, String(value))
    form.set('file', new Blob([file.bytes]), file.name)
    return this.judged(route, route.path, await this.exchange(route.method, route.path, form))
  }

  private judged<I extends TSchema, O extends TSchema>(
    route: Route<I, O>,
    path: string,
    answer: Answer,
  ): Static<O> {
    const data: unknown = isPage(route.output) ? { rows: answer.data, total: answer.total ?? 0 } : answer.data
    if (!Check(route.output, data))
      throw new ApiRefusal(answer.code, 'the answer is not what the API promises', path)
    return data
  }

  private async exchange(method: string, path: string, body: string | FormData | undefined): Promise<Answer> {
    const response = await this.reach(path, {
      method,
      headers: {
        'accept-language': 'en',
        // A form brings its own, with what parts its fields.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: this.token }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(60_000),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!isAnswer(answer)) throw new ApiRefusal(response.status, 'this is not a Wattkeeper platform', path)
    if (answer.code !== 200) throw new ApiRefusal(answer.code, answer.message, path)
    return answer
  }

  private async reach(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(this.base + path, request)
    } catch (error) {
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new Error(`The platform at ${this.base} does not answer: ${reason}.`, { cause: error })
    }
  }
}

interface Answer {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  readonly total?: number
}

const isAnswer = (said: unknown): said is Answer =>
  typeof said === 'object' && said !== null && 'code' in said && typeof said.code === 'number'

const entriesOf = (input: unknown): [string, unknown][] =>
  typeof input === 'object' && input !== null ? Object.entries(input) : []

/** Path parameters into the path, the rest into the query string or the body. */
function layOut({ path, method }: Route, input: readonly (readonly [string, unknown])[]) {
  const inPath = new Set(Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name))
  const given = Object.fromEntries(input)
  const rest = input.filter(([name, value]) => !inPath.has(name) && value !== undefined)
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(given[name])))
  if (method === 'POST') return { path: filled, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return { path: query ? `${filled}?${query}` : filled, body: undefined }
}
