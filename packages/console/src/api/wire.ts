import { type Envelope, type FieldError, type OutputOf, type Route, isPage } from '@wattkeeper/contracts/kit'
import { Failure } from './failure.ts'

export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Of a query, null and empty strings are not sent; 0 and false are values. */
function givenOnly(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)))
}

/** Keys in alphabetical order, so that the boot script's early question and the screen's are the same text. */
function ordered(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(ordered(givenOnly(fields)))) {
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const written = query.toString()
  return written ? `?${written}` : ''
}

/** Lays the input out as the route says: path parameters, query string or JSON body. */
export function requestOf(route: Route, input: object): WireRequest {
  const fields: Fields = { ...input }
  const inPath = new Set<string>()
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields[name]))
  })
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)))
  if (route.method !== 'POST') return { method: route.method, path: path + queryOf(rest), body: undefined }
  return {
    method: 'POST',
    path,
    body: JSON.stringify(ordered(route.isQuery ? givenOnly(rest) : rest)),
  }
}

/** What a successful answer holds, typed by its route: the server has checked it against the same schema. */
export interface Answer<R extends Route> {
  readonly data: OutputOf<R>
  /** The server's sentence. */
  readonly message: string
}

const isFieldError = (entry: unknown): entry is FieldError =>
  typeof entry === 'object' && entry !== null && 'path' in entry && 'message' in entry

function errorsIn(data: unknown): readonly FieldError[] {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return []
  return Array.isArray(data.errors) ? data.errors.filter(isFieldError) : []
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'

/** Code 200 gives the data (of a list its page); any other code fails; an answer without a code passes through. */
export function openEnvelope<R extends Route>(route: R, body: unknown): Answer<R>
export function openEnvelope(route: Route, body: unknown): { data: unknown; message: string } {
  if (!isEnvelope(body)) return { data: body, message: '' }
  if (body.code !== 200) {
    throw new Failure(body.message || 'Error', {
      code: body.code,
      requestId: body.requestId,
      errors: errorsIn(body.data),
    })
  }
  if (!isPage(route.output)) return { data: body.data, message: body.message }
  const { data: rows, total = 0, totalIsCapped, next } = body
  return {
    data: { rows, total, ...(totalIsCapped !== undefined && { totalIsCapped }), ...(next && { next }) },
    message: body.message,
  }
}

/** The file's name from `content-disposition`; the UTF-8 form wins. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*\s*=\s*UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename\s*=\s*"?([^";]+)"?/i)?.[1]
}
