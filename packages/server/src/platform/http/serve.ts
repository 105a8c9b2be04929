import multipart from '@fastify/multipart'
import {
  type Envelope,
  type Language,
  Problem,
  type Route,
  commonProblems,
  isPage,
} from '@wattkeeper/contracts/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { failure, invalid, problemOf, success } from './envelope.ts'
import { sendFile, sendStream } from './replies.ts'
import type { AnyHandler, Served } from './handler.ts'
import { type Incoming, readInput } from './input.ts'
import { type Deed, type Kernel, shownBy } from './kernel.ts'
import { run } from './run.ts'
import { type Check, createValidation } from './validation.ts'

/** Serves every route of the features. */
export async function serve<Tables, Services>(
  app: FastifyInstance,
  kernel: Kernel<Tables, Services>,
  features: readonly Served[],
): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 50, fieldSize: 64 * 1024 } })
  acceptJson(app)
  const checkOf = createValidation(kernel.timeZone)
  for (const { routes, handlers } of features) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name]
      if (!handler) throw new Error(`No handler for ${route.name}`)
      mount(app, kernel, { route, handler, check: checkOf(route) })
    }
  }
}

interface Mounted {
  readonly route: Route
  readonly handler: AnyHandler
  readonly check: Check
}

function mount<Tables, Services>(
  app: FastifyInstance,
  kernel: Kernel<Tables, Services>,
  mounted: Mounted,
): void {
  const { route } = mounted
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBytes,
    schema: {
      tags: [route.name.split('.')[0] ?? ''],
      ...inputSchema(route),
      response: { 200: envelopeSchema(route) },
    },
    // the schema documents the input; the kernel's own validator checks path, query and body as one
    validatorCompiler: () => () => true,
    config: { route },
    handler: (request, reply) => answer(kernel, mounted, { request, reply }),
  })
}

function inputSchema({ kind, method, input }: Route): object {
  if (kind === 'upload') return {}
  return method === 'POST' ? { body: input } : { querystring: input }
}

/** Only what the contract names leaves the server: the serializer drops everything else. */
function envelopeSchema(route: Route): object {
  const output = route.output as { properties?: { rows?: object } }
  return {
    type: 'object',
    properties: {
      code: { type: 'integer' },
      message: { type: 'string' },
      data: isPage(route.output) ? output.properties?.rows : route.output,
      total: { type: 'integer' },
      totalIsCapped: { type: 'boolean' },
      next: { type: 'string' },
    },
  }
}

async function answer<Tables, Services>(
  kernel: Kernel<Tables, Services>,
  mounted: Mounted,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> {
  const { route, check } = mounted
  const language = languageOf(request)
  const deed = { requestId: request.id, action: route.name, address: request.ip }
  let caller: Caller | undefined
  let incoming: Incoming | undefined
  try {
    if (route.access !== 'open') caller = await admit(kernel, route, request)
    incoming = await readInput(route, request)
    const errors = check(incoming.input, language)
    if (errors.length > 0) throw invalid(errors)
    const result = await run(kernel, mounted, { request, caller, incoming, language })
    if (route.kind === 'download') return await sendFile(reply, result)
    if (route.kind === 'stream') return await sendStream(request, reply, result)
    return success(route, result, language)
  } catch (error) {
    const problem = problemOf(error)
    if (problem.kind === commonProblems.internal) request.log.error(error, 'unforeseen failure')
    if (route.audited && (caller || route.access === 'open')) {
      const code = problem.kind.code
      await recordFailure(kernel, { ...deed, caller, input: incoming?.input, code }, request)
    }
    return reject(reply, failure(problem, language, request.id))
  }
}

async function admit<Tables, Services>(
  { authenticate }: Kernel<Tables, Services>,
  route: Route,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await authenticate({ ...shownBy(request), prolongs: true }, route)
  if (route.access !== 'signedIn' && !caller.permissions.has(route.access))
    throw new Problem(commonProblems.forbidden)
  return caller
}

async function recordFailure<Tables, Services>(
  kernel: Kernel<Tables, Services>,
  deed: Deed,
  request: FastifyRequest,
): Promise<void> {
  try {
    await kernel.record(deed, kernel.database.system)
  } catch (error) {
    request.log.error(error, 'a failed write could not be recorded')
  }
}

function reject(reply: FastifyReply, envelope: Envelope): FastifyReply {
  // The envelope's `code` tells; problems carry fields that a route's own schema would drop.
  return reply.code(200).serializer(JSON.stringify).type('application/json; charset=utf-8').send(envelope)
}

export function languageOf(request: FastifyRequest): Language {
  const wanted = request.headers['accept-language'] ?? ''
  return /^en\b/i.test(wanted.trim()) ? 'en' : 'zh'
}

/** JSON bodies: an empty one is an empty object; a NUL, which no column can hold, is malformed. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, {})
    if (body.includes('\\u0000')) return done(new Problem(commonProblems.malformed))
    return parse(request, body, done)
  })
}

/** Whatever fails outside a route's own handler: unknown paths, bodies that do not parse. */
export function answerStrays(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.kind === commonProblems.internal) request.log.error(error, 'unforeseen failure')
    return reject(reply, failure(problem, languageOf(request), request.id))
  })
}

export function unknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = new Problem(commonProblems.notFound)
  return reject(reply, failure(problem, languageOf(request), request.id))
}
