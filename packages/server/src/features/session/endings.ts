import type { SystemDb } from '../../context.ts'
import { type EndReason, endSessions } from './queries.ts'
import { deleteFactor } from './second-factor-queries.ts'

/** Ends every open session of a user. */
export async function endSessionsOf(db: SystemDb, userId: number, reason: EndReason): Promise<void> {
  await endSessions(db, { userId, reason })
}

/** The user signs in by password alone, or sets a new factor up where a role demands one. */
export const forgetSecondFactor = deleteFactor
