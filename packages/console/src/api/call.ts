import type { InputOf, OutputOf, Route } from '@wattkeeper/contracts/kit'
import { takeEarly } from '../browser/early.ts'
import { acceptLanguage } from '../browser/preferences.ts'
import { readToken } from '../browser/token.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { newDeed } from './deeds.ts'
import { Failure, asFailure } from './failure.ts'
import { hasEnded, leaveForLogin, signInAgain } from './session-ends.ts'
import { sayApi } from './texts.ts'
import { type Answer, type WireRequest, openEnvelope, requestOf } from './wire.ts'

export type { Answer }

const timeoutMs = 300_000

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The key under which the server does a deed once; every deed has one. */
  readonly deed?: string | undefined
}

export function headersNow(): Record<string, string> {
  const token = readToken()
  return { 'Accept-Language': acceptLanguage(currentLanguage()), ...(token && { Authorization: token }) }
}

/** Sends with the token and the time limit; whatever keeps an answer from arriving becomes a Failure. */
export async function exchange(request: WireRequest, { signal, deed }: CallOptions = {}): Promise<Response> {
  const early = takeEarly(request.method, request.path, request.body)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const arrived = await early
    if (arrived) return arrived
    return await fetch(request.path, {
      method: request.method,
      headers: {
        ...headersNow(),
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(deed !== undefined && { 'Idempotency-Key': deed }),
      },
      body: request.body ?? null,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch {
    if (limit.aborted) throw new Failure(sayApi('timeout'), { kind: 'timeout' })
    if (signal?.aborted) throw new Failure(sayApi('cancelled'), { kind: 'cancelled' })
    throw new Failure(sayApi('network'), { kind: 'network' })
  }
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new Failure(sayApi('unreadable', { status: response.status }), { kind: 'network' })
  }
}

/**
 * Runs an exchange and, when it fails because the session ended, does what the specification says: 401 leaves for
 * the login page; 50008, 50012 and 50014 ask, and after a new sign-in the exchange runs again.
 */
export async function withSession<T>(route: Route, run: () => Promise<T>): Promise<T> {
  const sentWith = readToken()
  try {
    return await run()
  } catch (thrown) {
    const failure = asFailure(thrown)
    if (route.access === 'open') throw failure
    if (failure.code === 401) leaveForLogin()
    if (hasEnded(failure.code) && (await signInAgain(sentWith, !route.isQuery))) return run()
    throw failure
  }
}

export async function send<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<Answer<R>> {
  // made here, so that a repeat after a new sign-in is the same deed
  const { signal, deed = route.audited ? newDeed() : undefined } = options
  return withSession(route, async () => {
    const response = await exchange(requestOf(route, { ...input }), { signal, deed })
    return openEnvelope(route, await readJson(response))
  })
}

/** Asks the server and gives what `data` holds, typed by the route. */
export async function call<R extends Route>(
  route: R,
  input: InputOf<R>,
  options?: CallOptions,
): Promise<OutputOf<R>> {
  return (await send(route, input, options)).data
}
