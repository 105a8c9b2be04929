import {
  type apiKeys,
  apiKeyPrefix,
  apiKeyProblems,
  longestKeyDays,
} from '@wattkeeper/contracts/api/api-keys'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import * as queries from './machine-queries.ts'
import { createToken, hashToken } from './tokens.ts'

const dayMs = 24 * 60 * 60 * 1000
const shownOfKey = apiKeyPrefix.length + 6

export const handlers: Handlers<typeof apiKeys> = {
  async list(filter, { db, services: { clock } }) {
    const { rows, total } = await queries.keyPage(db, filter)
    const now = clock.now()
    return { rows: rows.map((row) => ({ ...row, isExpired: Date.parse(row.expiresAt) <= now })), total }
  },

  async create({ name, permissions, expiresAt }, { db, caller, services: { clock } }) {
    const beyond = permissions.find((permission) => !caller.permissions.has(permission))
    if (beyond !== undefined) fail(apiKeyProblems.beyondYours, { name: beyond })
    const aheadMs = Date.parse(expiresAt) - clock.now()
    if (aheadMs <= 0 || aheadMs > longestKeyDays * dayMs) fail(apiKeyProblems.wrongExpiry)
    const key = apiKeyPrefix + createToken()
    const { userId, organizationId } = caller
    const id = await queries.insertKey(db, {
      userId,
      organizationId,
      name,
      hint: key.slice(0, shownOfKey),
      tokenHash: hashToken(key),
      permissions,
      expiresAt,
    })
    return { id, key }
  },

  async remove({ id }, { db }) {
    if (!(await queries.deleteKey(db, id))) fail(apiKeyProblems.notFound)
    return null
  },
}
