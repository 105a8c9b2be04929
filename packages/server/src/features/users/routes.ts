import { type UserChange, type users, userProblems } from '@wattkeeper/contracts/api/users'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { endSessionsOf, forgetSecondFactor, generatePassword, hashPassword } from '../session/index.ts'
import * as queries from './queries.ts'
import { inheritNarrowing } from './reach-queries.ts'
import { requireReach } from './reach.ts'
import { checkUser, refuseYourself } from './rules.ts'

interface Means {
  readonly db: Db
  readonly caller: Caller
  readonly services: Services
  readonly afterCommit: AfterCommit
}

const tell = ({ afterCommit, services: { bus } }: Means, id: number) =>
  afterCommit(() => bus.announce('accessChanged', { userIds: [id] }))

async function update({ id, version, loginName, ...wanted }: UserChange, means: Means): Promise<null> {
  const { db, caller } = means
  const stored = await requireReach(db, caller, { id, version })
  if (loginName !== undefined && loginName !== stored.loginName) fail(userProblems.loginNameLocked)
  const { roleIds, organizationId = stored.organizationId, ...fields } = wanted
  await checkUser(db, caller, { ...fields, roleIds, organizationId, heldRoleIds: stored.roleIds })
  await queries.updateUser(db, id, { ...fields, organizationId })
  await queries.setRoles(db, id, roleIds)
  tell(means, id)
  return null
}

export const handlers: Handlers<typeof users> = {
  list: (filter, { db, language }) => queries.userPage(db, filter, language),

  proposePassword: () => ({ password: generatePassword() }),

  async create({ password, roleIds, organizationId, loginName, ...fields }, { db, caller, services }) {
    const wanted = { ...fields, organizationId: organizationId ?? caller.organizationId }
    await checkUser(db, caller, { ...wanted, roleIds })
    if (await queries.isLoginNameTaken(services.database.system, loginName))
      fail(userProblems.loginNameTaken, { loginName })
    const passwordHash = await hashPassword(password)
    const id = await queries.insertUser(db, { ...wanted, loginName, passwordHash })
    await queries.setRoles(db, id, roleIds)
    await inheritNarrowing(db, caller.userId, id)
    return { id }
  },

  update,
  updateByBody: update,

  async setStatus({ id, status, version }, means) {
    const { db, caller, services } = means
    refuseYourself(caller, id)
    await requireReach(db, caller, { id, version })
    await queries.updateUser(db, id, { status })
    if (status === 0) await endSessionsOf(services.database.system, id, 'disabled')
    tell(means, id)
    return null
  },

  async remove({ id }, means) {
    const { db, caller } = means
    refuseYourself(caller, id)
    await requireReach(db, caller, { id })
    await queries.deleteUser(db, id)
    tell(means, id)
    return null
  },

  async resetPassword({ id }, means) {
    const { db, caller, services } = means
    refuseYourself(caller, id)
    await requireReach(db, caller, { id })
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    await queries.updateUser(db, id, { passwordHash, mustChangePassword: true })
    await endSessionsOf(services.database.system, id, 'reset')
    tell(means, id)
    return { password }
  },

  async resetSecondFactor({ id }, { db, caller, services }) {
    await requireReach(db, caller, { id })
    await forgetSecondFactor(services.database.system, id)
    return null
  },
}
