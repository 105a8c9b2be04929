import type { SystemDb } from '../../context.ts'
import { scopeKey } from '../../platform/access/standing.ts'
import type { Scope } from '../../platform/database/database.ts'
import { findHolderRow } from './holder-queries.ts'
import { permissionsHeld, scopeOf } from './rules.ts'

/** What somebody may do and see who is not asking just now, but is to be told something. */
export interface Holder {
  readonly organizationId: number
  readonly permissions: ReadonlySet<string>
  readonly scope: Scope
  /** Equal for equal scopes. */
  readonly scopeKey: string
}

/** Undefined: nobody, or not allowed to sign in any more. */
export async function findHolder(db: SystemDb, userId: number): Promise<Holder | undefined> {
  const row = await findHolderRow(db, userId)
  if (!row) return undefined
  const scope = scopeOf(row)
  return {
    organizationId: row.organizationId,
    permissions: new Set(permissionsHeld(row)),
    scope,
    scopeKey: scopeKey({ scope }),
  }
}
