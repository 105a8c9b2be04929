import { permissionProblems } from '@wattkeeper/contracts/api/permissions'
import { userProblems } from '@wattkeeper/contracts/api/users'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import { rolesBeyond } from '../roles/index.ts'
import * as queries from './reach-queries.ts'

const protectedUserId = 1

interface Reached {
  readonly id: number
  /** As whoever changes the user has seen them. */
  readonly version?: number | undefined
}

/**
 * The user, if the caller may change them: in the caller's organization (row-level security), not user 1, and holding
 * no more than the caller does, in pages and in data. Otherwise a reset password would be somebody else's rights.
 */
export async function requireReach(
  db: Db,
  caller: Caller,
  { id, version }: Reached,
): Promise<queries.ReachedUser> {
  const user = requireCurrent(await queries.lockUser(db, id), version, userProblems.notFound)
  if (id === protectedUserId) fail(userProblems.protected)
  if (id === caller.userId) return user
  const { userName: name } = user
  const [role] = await rolesBeyond(db, caller.userId, user.roleIds)
  if (role) fail(userProblems.userBeyondYou, { name })
  const narrowing = await queries.narrowingOf(db, id)
  if (await queries.exceedsNarrowing(db, caller.userId, narrowing)) fail(userProblems.userBeyondYou, { name })
  return user
}

/** The user, if the caller may look at them. */
export async function requireSeen(db: Db, id: number): Promise<queries.ReachedUser> {
  return (await queries.lockUser(db, id)) ?? fail(userProblems.notFound)
}

/** Refuses to grant what the caller's own data permission does not hold; without any: everything. */
export async function requireWithinOwnNarrowing(
  db: Db,
  caller: Caller,
  wanted: readonly queries.Narrowing[],
): Promise<void> {
  if (await queries.exceedsNarrowing(db, caller.userId, wanted)) fail(permissionProblems.beyondYours)
}
