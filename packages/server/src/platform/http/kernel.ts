import type { Route } from '@wattkeeper/contracts/kit'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Database } from '../database/database.ts'

/** What one write or sign-in was, for the audit. */
export interface Deed {
  readonly requestId: string
  readonly action: string
  readonly address: string
  readonly caller: Caller | undefined
  readonly input: unknown
  readonly code: number
}

/** What a request shows of who sends it. */
export interface Shown {
  readonly token: string | undefined
  readonly address: string
}

/** What the kernel needs from the features above it. */
export interface Kernel<Tables, Services> {
  readonly database: Database<Tables>
  readonly services: Services
  readonly timeZone: string
  /** Where the server is reached from outside, if somebody has said so. */
  readonly publicUrl?: string | undefined
  readonly now: () => number
  /** Aborted when this process leaves: live streams end, and their listeners come again elsewhere. */
  readonly streamsEnd: AbortSignal
  /**
   * Answers who holds the token, or throws the problem; `route` is what they want. `prolongs`: this is a new request,
   * which keeps the session alive, and not another look at one that is still being answered.
   */
  readonly authenticate: (shown: Shown & { readonly prolongs: boolean }, route: Route) => Promise<Caller>
  /** Writes a deed down: within the request's transaction where there is one. */
  readonly record: (deed: Deed, db: Pick<Database<Tables>['system'], 'insertInto'>) => Promise<void>
}

export function shownBy({ headers, ip }: FastifyRequest): Shown {
  return { token: headers.authorization?.replace(/^Bearer\s+/i, '').trim() || undefined, address: ip }
}
