import { userProblems } from '@wattkeeper/contracts/api/users'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { requireAssignable } from '../roles/index.ts'
import * as queries from './queries.ts'

interface Wanted {
  readonly organizationId: number
  readonly type: string
  readonly roleIds: readonly number[]
  /** What the user has already, which is not granted anew. */
  readonly heldRoleIds?: readonly number[]
}

/** What a user form names must exist, and the caller may grant it. */
export async function checkUser(
  db: Db,
  caller: Caller,
  { organizationId, type, roleIds, heldRoleIds = [] }: Wanted,
): Promise<void> {
  const isOfPlatform = caller.scope.role !== 'app'
  if (!isOfPlatform && organizationId !== caller.organizationId) fail(userProblems.otherOrganization)
  const { hasOrganization, hasType } = await queries.related(db, organizationId, type)
  if (!hasOrganization) fail(userProblems.unknownOrganization)
  if (!hasType) fail(userProblems.unknownType)
  await requireAssignable(
    db,
    caller.userId,
    roleIds.filter((id) => !heldRoleIds.includes(id)),
  )
}

export function refuseYourself(caller: Caller, id: number): void {
  if (caller.userId === id) fail(userProblems.yourself)
}
