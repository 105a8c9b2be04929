import type { AuthorityType, permissions } from '@wattkeeper/contracts/api/permissions'
import type { Handlers } from '../../context.ts'
import { requireReach, requireSeen, requireWithinOwnNarrowing } from '../users/index.ts'
import * as queries from './queries.ts'
import { readAuthorities, refuseUnknown, refuseWrongSize } from './rules.ts'

/** Ids are numbers on the wire, region codes are text. */
const onWire = (type: AuthorityType, value: readonly string[]) =>
  type === 'R' ? [...value] : value.map(Number)

export const handlers: Handlers<typeof permissions> = {
  async find({ userId }, { db }) {
    await requireSeen(db, userId)
    const authorities = await queries.authoritiesOf(db, userId)
    return {
      userId,
      authorityEntities: authorities.map(({ authorityType, type, value }) => ({
        authorityType,
        type,
        value: onWire(type, value),
      })),
    }
  },

  async update(wanted, { db, caller, services: { bus }, afterCommit }) {
    const { userId } = wanted
    const user = await requireReach(db, caller, { id: userId })
    const authorities = readAuthorities(wanted)
    refuseWrongSize(authorities)
    await refuseUnknown(db, user, authorities)
    await requireWithinOwnNarrowing(db, caller, authorities)
    await queries.setAuthorities(db, userId, authorities)
    afterCommit(() => bus.announce('accessChanged', { userIds: [userId] }))
    return null
  },

  async remove({ userId }, { db, caller, services: { bus }, afterCommit }) {
    await requireReach(db, caller, { id: userId })
    await requireWithinOwnNarrowing(db, caller, [])
    await queries.setAuthorities(db, userId, [])
    afterCommit(() => bus.announce('accessChanged', { userIds: [userId] }))
    return null
  },

  async preview(wanted, { db }) {
    const user = await requireSeen(db, wanted.userId)
    const authorities = readAuthorities(wanted)
    await refuseUnknown(db, user, authorities)
    return queries.countDevices(db, user.isPlatform ? undefined : user.organizationId, authorities)
  },
}
