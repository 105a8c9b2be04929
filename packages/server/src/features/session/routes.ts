import { pages, permissionsOf } from '@wattkeeper/contracts'
import { type session, sessionProblems } from '@wattkeeper/contracts/api/session'
import { type Language, type Route, Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { hashPassword, isPassword } from './passwords.ts'
import * as queries from './queries.ts'
import {
  callerOf,
  failureWindowMs,
  maxFailures,
  refuseEnded,
  sessionMs,
  systemRole,
  treeOf,
  waitMinutes,
} from './rules.ts'
import { createToken, hashToken } from './tokens.ts'

const isoAfter = (now: number, ms: number) => new Date(now + ms).toISOString()
const prolongEveryMs = 60_000

/** Who holds the token. Read from the database at every request, so that what is withdrawn is gone at once. */
export async function authenticate(
  { database, clock }: Services,
  token: string | undefined,
  route: Route,
): Promise<Caller> {
  if (!token) throw new Problem(commonProblems.noToken)
  const found = await queries.findSession(database.system, hashToken(token))
  const now = clock.now()
  refuseEnded(found, now)
  if (now - Date.parse(found.lastSeenAt) > prolongEveryMs) {
    await queries.prolongSession(database.system, found.sessionId, isoAfter(now, 0), isoAfter(now, sessionMs))
  }
  return callerOf(found, route)
}

export const handlers: Handlers<typeof session> = {
  async login({ loginName, password }, { services: { database, clock }, address, userAgent }) {
    const db = database.system
    const now = clock.now()
    const attempt = { loginName, address }
    const failures = await queries.failuresSince(db, attempt, isoAfter(now, -failureWindowMs), maxFailures)
    const minutes = Math.max(waitMinutes(failures.byName, now), waitMinutes(failures.byAddress, now))
    if (minutes > 0) fail(sessionProblems.throttled, { minutes })
    const user = await queries.findLogin(db, loginName)
    if (!(await isPassword(user?.passwordHash, password)) || !user) {
      await queries.insertFailure(db, attempt, isoAfter(now, 0))
      return fail(sessionProblems.wrongCredentials)
    }
    if (user.status === 0) fail(sessionProblems.disabled)
    await queries.forgetFailures(db, loginName)
    const token = createToken()
    await queries.insertSession(db, {
      userId: user.id,
      tokenHash: hashToken(token),
      address,
      userAgent: userAgent.slice(0, 300),
      expiresAt: isoAfter(now, sessionMs),
    })
    return { token }
  },

  profile: (_, { caller, language, services }) => profileOf(services, caller, language),

  async logout(_, { caller, services }) {
    const { userId, sessionId } = caller
    await queries.endSessions(services.database.system, { userId, sessionId, reason: 'logout' })
    return null
  },

  async changePassword({ oldPassword, newPassword }, { db, caller, services }) {
    const { system } = services.database
    const isRight = await isPassword(await queries.passwordOf(system, caller.userId), oldPassword)
    if (!isRight) fail(sessionProblems.wrongOldPassword)
    if (oldPassword === newPassword) fail(sessionProblems.samePassword)
    await queries.setPassword(db, caller.userId, await hashPassword(newPassword))
    await queries.endSessions(system, { userId: caller.userId, reason: 'password' })
    return null
  },

  async sessions(_, { caller, services: { database, clock } }) {
    const open = await queries.openSessions(database.system, caller.userId, isoAfter(clock.now(), 0))
    return open.map((each) => ({ ...each, isCurrent: each.id === caller.sessionId }))
  },

  async endSession({ id }, { caller, services }) {
    const { userId } = caller
    const ended = await queries.endSessions(services.database.system, {
      userId,
      sessionId: id,
      reason: 'ended',
    })
    if (ended === 0) fail(commonProblems.notFound)
    return null
  },
}

async function profileOf({ database }: Services, { userId }: Caller, language: Language) {
  const { user, roles } = await queries.profileRow(database.system, userId)
  const isSystem = roles.some(({ code }) => code === systemRole)
  const menus = await queries.menusOf(database.system, userId, isSystem)
  const named = (row: { name: string; nameEn: string | null }) =>
    (language === 'en' ? row.nameEn : null) ?? row.name
  const items = menus.map((menu) => ({
    ...menu,
    parentId: menu.parentId ?? 0,
    name: named(menu),
  }))
  const keys = isSystem
    ? Object.keys(pages)
    : menus.flatMap(({ url, type }) => (url && type !== 'M' ? [url] : []))
  const { parentId, ...person } = user
  return {
    ...person,
    roles: roles.map(({ id, code, ...role }) => ({ id, code, name: named(role) })),
    isSystem,
    isPlatform: parentId === null,
    permissions: permissionsOf(keys),
    resultVOS: items,
    tree: treeOf(items),
  }
}
