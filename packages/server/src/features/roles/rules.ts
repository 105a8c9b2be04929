import { userProblems } from '@wattkeeper/contracts/api/users'
import { roleProblems } from '@wattkeeper/contracts/api/roles'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { countRoles, unknownMenu } from './queries.ts'
import { menusBeyond, rolesBeyond } from './reach-queries.ts'

const systemRoleId = 1

/** Whether the user may hand these roles to somebody: they exist, none is SYSTEM, none holds more than the user's own pages. */
export async function requireAssignable(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  if (roleIds.includes(systemRoleId)) fail(userProblems.systemRole)
  if ((await countRoles(db, roleIds)) !== roleIds.length) fail(userProblems.unknownRole)
  const [beyond] = await rolesBeyond(db, userId, roleIds)
  if (beyond) fail(userProblems.roleBeyondYours, { name: beyond.name })
}

/** SYSTEM is never edited, and a role that holds more than the user's own pages not by this user. */
export async function requireEditable(db: Db, userId: number, roleId: number): Promise<void> {
  if (roleId === systemRoleId) fail(roleProblems.protected)
  const [beyond] = await rolesBeyond(db, userId, [roleId])
  if (beyond) fail(roleProblems.beyondYours, { name: beyond.name })
}

/** The pages exist and are all the user's own. */
export async function requireOwnPages(db: Db, userId: number, menuIds: readonly number[]): Promise<void> {
  const unknown = await unknownMenu(db, menuIds)
  if (unknown !== undefined) fail(roleProblems.unknownMenu, { id: unknown })
  const [beyond] = await menusBeyond(db, userId, menuIds)
  if (beyond) fail(roleProblems.beyondYours, { name: beyond.name })
}
