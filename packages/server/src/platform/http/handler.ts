import type { InputOf, Language, OutputOf, Routes } from '@wattkeeper/contracts/kit'
import type { Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Caller } from '../access/caller.ts'
import type { Standing } from '../access/standing.ts'
import type { Scope } from '../database/database.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** What every handler learns of a request. */
export interface Ask<Services> {
  readonly language: Language
  readonly requestId: string
  /** The caller's network address. */
  readonly address: string
  readonly userAgent: string
  /** Where people reach this server: as configured, otherwise as this caller did. No slash at the end. */
  readonly origin: string
  readonly log: Log
  readonly services: Services
}

export interface SignedIn {
  readonly caller: Caller
}

/** Does something once the transaction has committed, and nothing if it has not: tell others what changed. */
export type AfterCommit = (work: () => void) => void

/** One transaction in the caller's scope, committed when the handler returns. */
export interface InTransaction<Tables> {
  readonly db: Transaction<Tables>
  readonly afterCommit: AfterCommit
}

/** An upload reads its file first, so that a slow sender holds no transaction; then it writes in one, once. */
export interface Uploading<Tables> {
  readonly file: UploadedFile
  readonly write: <T>(work: (db: Transaction<Tables>, afterCommit: AfterCommit) => Promise<T>) => Promise<T>
}

/**
 * For answers that outlive a transaction: each piece of work opens its own, and is refused once the caller's rights are
 * no longer what they were at the start. The bytes of a download end then, too.
 */
export interface Scoping<Tables> {
  readonly scoped: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>
  readonly standing: Standing
  readonly signal: AbortSignal
}

export interface UploadedFile {
  readonly name: string
  readonly stream: Readable
}

export interface FileReply {
  readonly name: string
  readonly type: string
  readonly body: Readable | Buffer
}

type ReplyOf<R> = R extends { readonly kind: 'download' }
  ? FileReply
  : R extends { readonly kind: 'stream' }
    ? AsyncIterable<OutputOf<R>>
    : OutputOf<R>

type Means<R, Tables> = R extends { readonly kind: 'download' | 'stream' | 'measure' }
  ? Scoping<Tables>
  : R extends { readonly kind: 'upload' }
    ? Uploading<Tables>
    : InTransaction<Tables>
type Person<R> = R extends { readonly access: 'open' } ? object : SignedIn

export type ContextOf<R, Tables, Services> = Ask<Services> &
  (R extends { readonly access: 'open' } ? object : Means<R, Tables>) &
  Person<R>

/** A handler for each route of a feature: one that is missing, or answers something else, does not compile. */
export type HandlersOf<R, Tables, Services> = {
  readonly [K in keyof R]: (
    input: InputOf<R[K]>,
    context: ContextOf<R[K], Tables, Services>,
  ) => ReplyOf<R[K]> | Promise<ReplyOf<R[K]>>
}

/** A feature's routes with their handlers, as the server takes them: the types were checked where they were written. */
export interface Served {
  readonly routes: Routes
  readonly handlers: Readonly<Record<string, AnyHandler>>
}

export type AnyHandler = (input: never, context: never) => unknown

export type { Scope }
