import type { Scope } from '../database/database.ts'

/** Whoever asks: who they are, what they may do, and which rows they may see. */
export interface Caller {
  readonly userId: number
  readonly userName: string
  readonly organizationId: number
  readonly sessionId: number
  readonly permissions: ReadonlySet<string>
  readonly scope: Scope
}
