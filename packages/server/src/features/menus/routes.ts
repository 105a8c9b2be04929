import { type menus, menuProblems } from '@wattkeeper/contracts/api/menus'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers, Services } from '../../context.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import * as queries from './queries.ts'
import {
  readMenu,
  refuseLockOut,
  refuseTakenPath,
  refuseWrongAddress,
  refuseWrongPlace,
  treeOf,
} from './rules.ts'

/** Everybody's menu may look different from now on. */
const tell = (afterCommit: AfterCommit, { bus }: Services) =>
  afterCommit(() => bus.announce('accessChanged', { userIds: null }))

export const handlers: Handlers<typeof menus> = {
  tree: async ({ name }, { db }) => treeOf(await queries.allMenus(db), name),

  async create(form, { db, caller, services, afterCommit }) {
    await queries.lockMenus(db)
    const all = await queries.allMenus(db)
    const menu = readMenu(form)
    refuseWrongPlace(menu, all, undefined)
    refuseWrongAddress(menu, caller)
    refuseTakenPath(menu, all, undefined)
    const id = await queries.insertMenu(db, menu)
    await queries.giveToSystem(db, id)
    tell(afterCommit, services)
    return { id }
  },

  async update({ id, version, ...form }, { db, caller, services, afterCommit }) {
    await queries.lockMenus(db)
    const all = await queries.allMenus(db)
    const found = all.find((row) => row.id === id)
    const stored = requireCurrent(found, version, menuProblems.notFound)
    const menu = readMenu(form, stored)
    refuseWrongPlace(menu, all, id)
    refuseLockOut(stored, all, menu)
    refuseWrongAddress(menu, caller, stored)
    refuseTakenPath(menu, all, id)
    await queries.updateMenu(db, id, menu)
    tell(afterCommit, services)
    return null
  },

  async remove({ id }, { db, services, afterCommit }) {
    await queries.lockMenus(db)
    const all = await queries.allMenus(db)
    const stored = all.find((row) => row.id === id)
    if (!stored) return fail(menuProblems.notFound)
    const { name } = stored
    const count = all.filter(({ parentId }) => parentId === id).length
    if (count > 0) fail(menuProblems.hasChildren, { name, count })
    refuseLockOut(stored, all)
    const roles = await queries.rolesWith(db, id)
    if (roles.length > 0) fail(menuProblems.inUse, { name, roles: roles.join('、') })
    await queries.deleteMenu(db, id)
    tell(afterCommit, services)
    return null
  },
}
