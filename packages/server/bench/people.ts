import type { Route } from '@wattkeeper/contracts/kit'
import Type from 'typebox'
import { Check } from 'typebox/value'

/** Asks the API over the network, as a browser does. */
export class Person {
  private readonly base: string
  private readonly token: string

  constructor(port: number, token: string) {
    this.base = `http://127.0.0.1:${port}`
    this.token = token
  }

  /** Milliseconds until the whole answer was there, and the total of a list. */
  async ask(route: Route, input: Record<string, unknown> = {}): Promise<{ ms: number; total: number }> {
    const startedAt = performance.now()
    const { path, rest } = placed(route.path, input)
    const isPost = route.method === 'POST'
    const query = isPost ? '' : `?${queryOf(rest)}`
    const response = await fetch(`${this.base}${path}${query}`, {
      method: route.method,
      headers: { authorization: this.token, ...(isPost && { 'content-type': 'application/json' }) },
      ...(isPost && { body: JSON.stringify(rest) }),
    })
    const envelope: unknown = await response.json()
    const ms = performance.now() - startedAt
    if (!Check(Success, envelope))
      throw new Error(`${route.name} answered ${JSON.stringify(envelope).slice(0, 300)}`)
    return { ms, total: envelope.total ?? 0 }
  }

  /** Milliseconds until the last byte of a file was there, and how many they were. */
  async download(route: Route, input: Record<string, unknown>): Promise<{ ms: number; bytes: number }> {
    const startedAt = performance.now()
    const { path, rest } = placed(route.path, input)
    const response = await fetch(`${this.base}${path}?${queryOf(rest)}`, {
      headers: { authorization: this.token },
    })
    const isFile = response.headers.has('content-disposition')
    if (!isFile) throw new Error(`${route.name} answered ${(await response.text()).slice(0, 300)}`)
    const { byteLength: bytes } = await response.arrayBuffer()
    return { ms: performance.now() - startedAt, bytes }
  }

  /** Reads the live stream until the answer is called. */
  watch(): () => void {
    const ending = new AbortController()
    const read = async () => {
      const response = await fetch(`${this.base}/api/live`, {
        headers: { authorization: this.token },
        signal: ending.signal,
      })
      for await (const _ of response.body ?? []) if (ending.signal.aborted) return
    }
    read().catch(() => undefined)
    return () => ending.abort()
  }
}

const Success = Type.Object({ code: Type.Literal(200), total: Type.Optional(Type.Integer()) })

function placed(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    Reflect.deleteProperty(rest, name)
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) query.set(name, String(value))
  return query.toString()
}
