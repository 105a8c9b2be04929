import type { Route } from '@wattkeeper/contracts/kit'
import type { FastifyInstance } from 'fastify'

interface Sent {
  readonly token?: string
  /** Goes into the path, the query or the body as the route wants it; may be anything. */
  readonly input?: unknown
  /** Instead of an input: bytes as they stand. */
  readonly body?: string
  readonly type?: string
}

interface Answered {
  readonly status: number
  /** The envelope's; 200 of a file. */
  readonly code: number
  readonly message: string
  readonly isJson: boolean
  readonly isFile: boolean
}

/** Asks as a client that keeps to no contract. */
export async function sendRaw(app: FastifyInstance, route: Route, sent: Sent): Promise<Answered> {
  const { token, input = {}, body, type = 'application/json' } = sent
  const fields: Record<string, unknown> = typeof input === 'object' ? { ...input } : {}
  const url = route.path.replace(/:(\w+)/g, (_, name: string) => segment(fields[name]))
  const isQuery = route.method !== 'POST'
  const answer = await app.inject({
    method: route.method,
    url: isQuery ? `${url}?${queryOf(fields)}` : url,
    headers: { ...(token && { authorization: token }), ...(!isQuery && { 'content-type': type }) },
    ...(!isQuery && { payload: body ?? JSON.stringify(input) }),
  })
  const isFile = answer.headers['content-disposition'] !== undefined
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const envelope = isJson ? answer.json<{ code?: number; message?: string } | null>() : null
  return {
    status: answer.statusCode,
    code: envelope?.code ?? (isFile ? 200 : 0),
    message: envelope?.message ?? '',
    isJson,
    isFile,
  }
}

const segment = (value: unknown) =>
  encodeURIComponent(
    textOf(value ?? 1)
      .slice(0, 80)
      .toWellFormed(),
  ) || 'x'

const queryOf = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value))}`)
    .join('&')
    .slice(0, 12_000)
    // a cut may have split an escape
    .replace(/%.?$/, '')

/** What a URL can hold of a value. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
