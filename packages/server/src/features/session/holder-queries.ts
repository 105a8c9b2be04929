import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'
import { type HolderRow, holderColumns } from './queries.ts'

/** All that decides what somebody may do and see; undefined of one who may not sign in any more. */
export async function findHolderRow(db: SystemDb, userId: number): Promise<HolderRow | undefined> {
  const { rows } = await sql<HolderRow>`
    select ${holderColumns} from users u join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.status = 1`.execute(db)
  return rows[0]
}
