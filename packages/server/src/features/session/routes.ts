import { pages, permissionsOf } from '@wattkeeper/contracts'
import { apiKeyPrefix } from '@wattkeeper/contracts/api/api-keys'
import { type session, sessionProblems } from '@wattkeeper/contracts/api/session'
import { type Language, type Route, Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { callerOfKey } from './machines.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { menusOf, profileRow } from './profile-queries.ts'
import * as queries from './queries.ts'
import { callerOf, isFramed, refuseEnded, sessionMs, systemRole, treeOf } from './rules.ts'
import { openSession, refuseThrottled, rememberFailure } from './sign-in.ts'
import { hashToken } from './tokens.ts'

const isoAfter = (now: number, ms: number) => new Date(now + ms).toISOString()
const prolongEveryMs = 60_000

interface Shown {
  readonly token: string | undefined
  readonly address: string
  readonly prolongs: boolean
}

/**
 * Who holds the token. Read from the database at every request, so that what is withdrawn is gone at once. Only an act
 * of a person prolongs the session: an answer that goes on by itself is looked at again with `prolongs` false.
 */
export async function authenticate(
  services: Services,
  { token, address, prolongs }: Shown,
  route: Route,
): Promise<Caller> {
  if (!token) throw new Problem(commonProblems.noToken)
  if (token.startsWith(apiKeyPrefix)) return callerOfKey(services, { token, address }, route)
  const { database, clock } = services
  const found = await queries.findSession(database.system, hashToken(token))
  const now = clock.now()
  refuseEnded(found, now)
  if (prolongs && now - Date.parse(found.lastSeenAt) > prolongEveryMs) {
    await queries.prolongSession(database.system, found.sessionId, {
      lastSeenAt: isoAfter(now, 0),
      expiresAt: isoAfter(now, sessionMs),
    })
  }
  return callerOf(found, route)
}

export const handlers: Handlers<typeof session> = {
  async login({ loginName, password, otp }, ask) {
    await refuseThrottled(ask, loginName)
    const user = await queries.findLogin(ask.services.database.system, loginName)
    if (!(await isPassword(user?.passwordHash, password)) || !user) {
      await rememberFailure(ask, loginName)
      return fail(sessionProblems.wrongCredentials)
    }
    return openSession(ask, { ...user, loginName }, otp)
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

async function profileOf({ database, frameOrigins }: Services, { userId }: Caller, language: Language) {
  const { user, roles, hasSecondFactor } = await profileRow(database.system, userId)
  const isSystem = roles.some(({ code }) => code === systemRole)
  const menus = await menusOf(database.system, userId, isSystem)
  const named = (row: { name: string; nameEn: string | null }) =>
    (language === 'en' ? row.nameEn : null) ?? row.name
  const items = menus.map((menu) => ({
    ...menu,
    parentId: menu.parentId ?? 0,
    name: named(menu),
    isFramed: isFramed(menu, frameOrigins),
  }))
  const keys = isSystem
    ? Object.keys(pages)
    : menus.flatMap(({ url, type, openType }) => (url && type !== 'M' && openType === 0 ? [url] : []))
  const { parentId, ...person } = user
  return {
    ...person,
    roles: roles.map(({ id, code, ...role }) => ({ id, code, name: named(role) })),
    isSystem,
    isPlatform: parentId === null,
    mustSetUpSecondFactor: !hasSecondFactor && roles.some(({ needsSecondFactor }) => needsSecondFactor),
    permissions: permissionsOf(keys),
    resultVOS: items,
    tree: treeOf(items),
  }
}
