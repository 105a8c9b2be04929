import { apiKeyProblems } from '@wattkeeper/contracts/api/api-keys'
import { Problem, type Route, commonProblems } from '@wattkeeper/contracts/kit'
import type { Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { findKey, rememberUse } from './machine-queries.ts'
import { permissionsHeld, scopeOf } from './rules.ts'
import { hashToken } from './tokens.ts'

const rememberEveryMs = 60_000

// A key must not make itself a better way in.
const ofPeople = /^(session\.(?!profile$)|secondFactor\.|apiKeys\.)/

interface Shown {
  readonly token: string
  readonly address: string
}

/**
 * The machine that shows a key: acts for the key's owner, within what the key was granted and the owner still holds,
 * and sees what the owner sees. Read at every request, like a session.
 */
export async function callerOfKey(
  { database, clock }: Services,
  { token, address }: Shown,
  route: Route,
): Promise<Caller> {
  const key = await findKey(database.system, hashToken(token))
  const now = clock.now()
  if (!key) throw new Problem(commonProblems.invalidToken)
  if (key.status === 0) throw new Problem(commonProblems.endedElsewhere)
  if (Date.parse(key.expiresAt) <= now) throw new Problem(apiKeyProblems.expired)
  if (ofPeople.test(route.name)) throw new Problem(apiKeyProblems.peopleOnly)
  if (now - Date.parse(key.lastUsedAt ?? '1970-01-01') > rememberEveryMs)
    await rememberUse(database.system, key.keyId, {
      lastUsedAt: new Date(now).toISOString(),
      lastAddress: address,
    })
  const held = new Set(permissionsHeld(key))
  return {
    userId: key.userId,
    userName: `${key.userName} · ${key.keyName}`,
    organizationId: key.organizationId,
    sessionId: 0,
    permissions: new Set(key.granted.filter((permission) => held.has(permission))),
    scope: scopeOf(key),
  }
}
