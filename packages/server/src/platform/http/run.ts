import { type Language, Problem, type Route, commonProblems } from '@wattkeeper/contracts/kit'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { applySettings } from '../database/database.ts'
import { type Repeatable, once } from '../database/repeats.ts'
import { standingOf } from '../access/standing.ts'
import type { AfterCommit, AnyHandler, Ask, FileReply } from './handler.ts'
import type { Incoming } from './input.ts'
import { type Kernel, shownBy } from './kernel.ts'
import { originOf } from './origin.ts'
import { whileStanding } from './replies.ts'

/** A request that was admitted and understood. */
interface Asked {
  readonly request: FastifyRequest
  readonly caller: Caller | undefined
  readonly incoming: Incoming
  readonly language: Language
}

/** Runs the handler: a plain route within one transaction together with its audit row, a long one with the means to open its own. */
export async function run<Tables, Services>(
  kernel: Kernel<Tables, Services>,
  { route, handler }: { readonly route: Route; readonly handler: AnyHandler },
  { request, caller, incoming, language }: Asked,
): Promise<unknown> {
  const { database } = kernel
  const ask: Ask<Services> = {
    language,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: kernel.publicUrl ?? originOf(request),
    log: request.log,
    services: kernel.services,
  }
  const deed = {
    requestId: request.id,
    action: route.name,
    address: request.ip,
    caller,
    input: incoming.input,
    code: 200,
  }
  const call = (means: object) =>
    (handler as (input: unknown, context: unknown) => unknown)(incoming.input, { ...ask, ...means })
  if (!caller) {
    const result = await call(incoming.file ? { file: incoming.file } : {})
    if (route.audited) await kernel.record(deed, database.system)
    return result
  }
  const { scope } = caller
  if (isLasting(route)) {
    const means = lasting(kernel, { route, request, caller })
    if (route.audited) await kernel.record(deed, database.system)
    const result = await call({ caller, ...means })
    return route.kind === 'download' ? whileStanding(result as FileReply, means.standing) : result
  }
  const repeat = route.audited ? repeatOf(request, { route, caller, input: incoming.input }) : undefined
  const write = async <T>(work: (db: Transaction<Tables>, afterCommit: AfterCommit) => Promise<T>) => {
    const afterwards: (() => void)[] = []
    const result = await database.scoped(scope, async (db) => {
      if (route.audited) await applySettings(db, { 'app.request': request.id })
      const act = () => work(db, (wanted) => afterwards.push(wanted))
      const done = repeat && !incoming.file ? await once(db, repeat, act) : await act()
      if (route.audited) await kernel.record(deed, db)
      return done
    })
    for (const wanted of afterwards) wanted()
    return result
  }
  if (incoming.file) return call({ caller, write, file: incoming.file })
  return write(async (db, afterCommit) => call({ caller, db, afterCommit }))
}

const isLasting = ({ kind }: Route): boolean => kind === 'download' || kind === 'stream' || kind === 'measure'

/** What an answer that outlives a transaction works with: it reads on only while the caller's rights are what they were. */
function lasting<Tables, Services>(
  { database, authenticate, now, streamsEnd }: Kernel<Tables, Services>,
  {
    route,
    request,
    caller,
  }: { readonly route: Route; readonly request: FastifyRequest; readonly caller: Caller },
) {
  const refresh = () => authenticate({ ...shownBy(request), prolongs: false }, route).catch(() => undefined)
  const standing = standingOf(caller, { refresh, now })
  let isBegun = false
  const scoped = async <T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> => {
    if (isBegun && !(await standing.holds(0))) throw new Problem(commonProblems.accessChanged)
    isBegun = true
    // What is sent as a file is much, and of a moment ago at best.
    return database.scoped(caller.scope, work, route.kind === 'download' ? 'copy' : 'primary')
  }
  const gone = signalOf(request)
  const signal = route.kind === 'stream' ? AbortSignal.any([gone, streamsEnd]) : gone
  return { scoped, standing, signal }
}

const longestKey = 200

/** What an `Idempotency-Key` names: this caller's one deed with this input. */
function repeatOf(
  { headers }: FastifyRequest,
  { route, caller, input }: { readonly route: Route; readonly caller: Caller; readonly input: unknown },
): Repeatable | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > longestKey) throw new Problem(commonProblems.malformed)
  return { key: `${String(caller.userId)} ${route.name} ${key}`, input: JSON.stringify(input) }
}

/** Aborted when the client has gone. */
function signalOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  request.raw.socket.once('close', () => controller.abort())
  return controller.signal
}
