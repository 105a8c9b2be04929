import { type roles, roleProblems } from '@wattkeeper/contracts/api/roles'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import type { Services } from '../../context.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import * as queries from './queries.ts'
import { rolesBeyond } from './reach-queries.ts'
import { requireEditable, requireOwnPages } from './rules.ts'

/** Whoever holds the role may do other things from now on. */
const tell = (afterCommit: AfterCommit, { bus }: Services) =>
  afterCommit(() => bus.announce('accessChanged', { userIds: null }))

interface Named {
  readonly name: string
  readonly nameEn?: string | null
  readonly code: string
}

async function requireFree(db: Db, { name, code }: Named, id?: number): Promise<void> {
  const taken = await queries.takenValue(db, { name, code }, id)
  if (taken === 'name') fail(roleProblems.nameTaken, { name })
  if (taken === 'code') fail(roleProblems.codeTaken, { code })
}

export const handlers: Handlers<typeof roles> = {
  list: (filter, { db }) => queries.rolePage(db, filter),

  choices: (_, { db, caller, language }) => queries.roleChoices(db, caller.userId, language),

  async create({ menuIds = [], ...role }, { db, caller }) {
    await requireFree(db, role)
    await requireOwnPages(db, caller.userId, menuIds)
    const id = await queries.insertRole(db, { ...role, nameEn: role.nameEn || null })
    await queries.setMenus(db, id, menuIds)
    return { id }
  },

  async update({ id, version, menuIds, ...role }, { db, caller, services, afterCommit }) {
    const found = await queries.lockRole(db, id)
    await requireEditable(db, caller.userId, id)
    const stored = requireCurrent(found, version, roleProblems.notFound)
    await requireFree(db, role, id)
    const kept = stored.name === role.name ? stored.nameEn : null
    // also when only the pages change, so that the version moves on
    await queries.updateRole(db, id, {
      ...role,
      nameEn: role.nameEn === undefined ? kept : role.nameEn || null,
    })
    if (menuIds) {
      await requireOwnPages(db, caller.userId, menuIds)
      await queries.setMenus(db, id, menuIds)
    }
    tell(afterCommit, services)
    return null
  },

  async remove({ id }, { db, caller }) {
    const stored = await queries.lockRole(db, id)
    if (!stored) return fail(roleProblems.notFound)
    await requireEditable(db, caller.userId, id)
    const { count, names } = await queries.holdersOf(db, id)
    if (count > 0) fail(roleProblems.inUse, { name: stored.name, count, users: names.join('、') })
    await queries.deleteRole(db, id)
    return null
  },

  async setSecondFactor({ id, isRequired }, { db, caller, services, afterCommit }) {
    const stored = await queries.lockRole(db, id)
    if (!stored) return fail(roleProblems.notFound)
    const [beyond] = await rolesBeyond(db, caller.userId, [id])
    if (beyond) fail(roleProblems.beyondYours, { name: beyond.name })
    await queries.updateRole(db, id, { needsSecondFactor: isRequired })
    tell(afterCommit, services)
    return null
  },
}
