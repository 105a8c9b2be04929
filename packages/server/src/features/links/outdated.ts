import type pg from 'pg'
import { type Credential, credentialsOf } from './presence-queries.ts'

/** What a session was let in with. */
export interface Held {
  readonly id: number
  readonly code: string
  readonly hash: Buffer
}

export interface Outdated<T> {
  readonly session: T
  /** The device now; undefined: there is none any more. */
  readonly device: Credential | undefined
}

/** Of these sessions those that no longer match their device: deleted, renamed, or with a new secret. */
export async function outdatedOf<T extends Held>(db: pg.Pool, held: readonly T[]): Promise<Outdated<T>[]> {
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  const known = new Map((await credentialsOf(db, ids)).map((each) => [each.id, each]))
  return held
    .map((session) => ({ session, device: known.get(session.id) }))
    .filter(({ session, device }) => device?.code !== session.code || !device.hash.equals(session.hash))
}
