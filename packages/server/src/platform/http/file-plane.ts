import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { type ByteRange, FileMissing } from '../files/index.ts'
import type { Bandwidth } from './bandwidth.ts'

/** Bytes that a link opens. */
export interface LinkedFile {
  readonly size: number
  /** Names the content: two files with the same tag are the same bytes. */
  readonly tag: string
  readonly modifiedAt: string
  /** The content type, where bytes alone would not do. */
  readonly type?: string
  readonly read: (range?: ByteRange) => Promise<Readable>
}

/** What became of bytes that came in: a true HTTP status and a word for whoever debugs a device. */
export interface Received {
  readonly status: 200 | 201 | 400 | 404 | 410 | 413 | 507
  readonly said: string
}

export interface Incoming {
  readonly body: Readable
  /** As announced; undefined when it comes in chunks. */
  readonly length: number | undefined
}

export interface HeldFile extends LinkedFile {
  /** For whom the link was made: what one holder fetches at once is limited. */
  readonly holder: string
  /** Whoever fetches was turned away, or waits for a turn: that it gets nothing is not its doing. */
  readonly onKeptWaiting?: () => void
  /** Another address that gives the same bytes, where the store may be asked itself. */
  readonly direct?: () => Promise<string>
}

/** Files by link, for programs: no envelope, no session, true statuses; whoever knows the link may use it. */
export interface FilePlane {
  /** What all who fetch share. */
  readonly bandwidth: Bandwidth
  find(token: string): Promise<HeldFile | 'unknown' | 'expired'>
  receive(token: string, incoming: Incoming): Promise<Received>
}

interface Paths {
  /** Both with `:token`. */
  readonly fetch: string
  readonly bring: string
}

/** A sender that is silent for so long has gone, and so has one who fetches and does not read. */
const stallMs = 60_000

export async function serveFilePlane(app: FastifyInstance, plane: FilePlane, paths: Paths): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler((error, request, reply) => {
      request.log.error(error, 'a link could not be served')
      return say(reply, 500, 'failed, try again')
    })
    scope.route<ByToken>({
      method: ['GET', 'HEAD'],
      url: paths.fetch,
      schema: { hide: true },
      handler: (request, reply) => send(plane, request, reply),
    })
    scope.route<ByToken>({
      method: 'PUT',
      url: paths.bring,
      schema: { hide: true },
      handler: (request, reply) => receive(plane, request, reply),
    })
  })
}

type ByToken = { Params: { token: string } }

async function send(plane: FilePlane, request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const file = await plane.find(request.params.token)
  if (file === 'unknown') return say(reply, 404, 'no such link')
  if (file === 'expired') return say(reply, 410, 'the link has expired')
  reply.header('cache-control', 'private, no-transform')
  if (request.method === 'HEAD') return sendBytes(file, request, reply)
  if (file.direct) return reply.redirect(await file.direct(), 307)
  const place = plane.bandwidth.enter(file.holder)
  if (typeof place === 'number') {
    file.onKeptWaiting?.()
    return say(reply.header('retry-after', place), 503, `too many fetch at once, come back in ${place} s`)
  }
  const watch = endSilence(reply.raw.socket, () => {
    if (place.isWaiting) file.onKeptWaiting?.()
    return !place.isWaiting
  })
  reply.raw.once('close', () => {
    clearInterval(watch)
    place.leave()
  })
  return sendBytes({ ...file, read: async (range) => place.paced(await file.read(range)) }, request, reply)
}

/** The file or the part of it that is asked for, unless the asker has it already. */
export async function sendBytes(file: LinkedFile, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${file.tag}"`
  reply
    .header('etag', etag)
    .header('last-modified', new Date(file.modifiedAt).toUTCString())
    .header('accept-ranges', 'bytes')
    .type(file.type ?? 'application/octet-stream')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
  const asked = isSameEdition(request, file, etag) ? rangeOf(request.headers.range, file.size) : undefined
  if (asked === 'unsatisfiable')
    return say(reply.header('content-range', `bytes */${file.size}`), 416, 'no such range')
  const length = asked ? asked.end - asked.start + 1 : file.size
  const isBody = request.method !== 'HEAD' && length > 0
  const body = isBody ? await file.read(asked).catch(unlessMissing) : null
  if (body === undefined) return say(reply, 410, 'the file is gone')
  reply.header('content-length', length)
  if (asked) reply.code(206).header('content-range', `bytes ${asked.start}-${asked.end}/${file.size}`)
  return reply.send(body)
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error
}

/** Of `Range: bytes=0-99`; several ranges at once, and what is no range, mean the whole file. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const wanted = Math.min(Number(to), size)
    return wanted === 0 ? 'unsatisfiable' : { start: size - wanted, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** `If-Range`: the part is wanted only of the file that the rest came from. */
function isSameEdition({ headers }: FastifyRequest, file: LinkedFile, etag: string): boolean {
  const wanted = headers['if-range']
  if (typeof wanted !== 'string' || wanted === '') return true
  if (wanted.startsWith('"')) return wanted === etag
  return Date.parse(wanted) === Math.floor(Date.parse(file.modifiedAt) / 1000) * 1000
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((each) => [etag, '*'].includes(each.trim().replace(/^W\//, ''))) ?? false

async function receive(plane: FilePlane, request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { raw, params, headers } = request
  const watch = endSilence(raw.socket)
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  const receiving = plane.receive(params.token, { body: bodyOf(raw), length })
  const { status, said } = await receiving.finally(() => clearInterval(watch))
  // What was refused is not read to its end.
  if (status >= 400) reply.header('connection', 'close')
  return say(reply, status, said)
}

/** The request's bytes apart from its connection: whoever refuses them must still be able to answer. */
function bodyOf(raw: FastifyRequest['raw']): Readable {
  const body = new PassThrough()
  // whoever reads hears of a break; before and after, nobody does, and an error that nobody hears ends the process
  body.on('error', () => undefined)
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('the transfer broke off'))
  })
  raw.once('error', (error) => body.destroy(error))
  return raw.pipe(body)
}

/** Ends a connection over which nothing goes either way, unless that is ours to answer for. */
function endSilence(socket: Socket | null, isTheirs: () => boolean = () => true): NodeJS.Timeout {
  const passed = () => (socket ? socket.bytesRead + socket.bytesWritten : 0)
  let before = passed()
  return setInterval(() => {
    const isSilent = passed() === before
    if (isTheirs() && isSilent) socket?.destroy(new Error('the other end fell silent'))
    before = passed()
  }, stallMs)
}

const say = (reply: FastifyReply, status: number, said: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${said}\n`)
