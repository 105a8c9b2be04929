import { randomBytes } from 'node:crypto'
import { type notifications, notificationProblems } from '@wattkeeper/contracts/api/notifications'
import type { ChannelKind } from '@wattkeeper/contracts/api/notifications'
import { Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { scopeKey } from '../../platform/access/standing.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import * as queries from './channel-queries.ts'
import { insertNotification } from './gather-queries.ts'
import { keepLanguage } from './queries.ts'
import { checkUrl } from './webhook.ts'
import { linesOf, titleOf } from './wording.ts'

type Names = 'channels' | 'createChannel' | 'updateChannel' | 'removeChannel' | 'renewSecret' | 'test' | 'log'

const mostChannels = 20
const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/
const createSecret = () => randomBytes(32).toString('base64url')

/** Where messages may go; answers how it is kept. */
function checkTarget(kind: ChannelKind, target: string, { outward }: Services): string {
  if (kind === 'webhook') return checkUrl(target, outward.webhooks)
  if (!outward.mail) fail(notificationProblems.noEmail)
  if (!address.test(target)) fail(notificationProblems.wrongEmail)
  return target
}

async function own(db: Db, { userId }: Caller, id: number) {
  const found = await queries.findChannel(db, userId, id)
  if (!found) throw new Problem(notificationProblems.channelNotFound)
  return { ...found, kind: found.kind === 'email' ? ('email' as const) : ('webhook' as const) }
}

const emptyBody = { devices: 0, alarms: 0, region: null, levels: {}, items: [] }

export const channelHandlers: Pick<Handlers<typeof notifications>, Names> = {
  channels: (_, { db, caller }) => queries.channelsOf(db, caller.userId),

  async createChannel({ kind, name, target }, { db, caller, services, language }) {
    await keepLanguage(db, caller, language)
    const known = await queries.channelsOf(db, caller.userId)
    if (known.length >= mostChannels) fail(notificationProblems.tooManyChannels)
    const checked = checkTarget(kind, target, services)
    const id = await queries.insertChannel(db, caller, { kind, name, target: checked })
    if (kind === 'email') return { id, secret: null }
    const secret = createSecret()
    await queries.insertSecret(db, id, secret)
    return { id, secret }
  },

  async updateChannel({ id, version, name, target }, { db, caller, services }) {
    const { kind } = await own(db, caller, id)
    const checked = checkTarget(kind, target, services)
    const change = { id, name, target: checked, ...(version !== undefined && { version }) }
    if (!(await queries.updateChannel(db, caller.userId, change))) fail(commonProblems.stale)
    return null
  },

  async removeChannel({ id }, { db, caller }) {
    if (!(await queries.deleteChannel(db, caller.userId, id))) fail(notificationProblems.channelNotFound)
    return null
  },

  async renewSecret({ id }, { db, caller, services }) {
    const { kind } = await own(db, caller, id)
    if (kind === 'email') fail(notificationProblems.noSecret)
    const secret = createSecret()
    await queries.replaceSecret(services.database.system, id, secret)
    return { id, secret }
  },

  async test({ id }, { db, caller, services }) {
    const channel = await own(db, caller, id)
    const now = new Date(services.clock.now()).toISOString()
    const { userId, organizationId } = caller
    const notificationId = await insertNotification(services.database.system, {
      ...{ userId, organizationId, channelId: id, channel, kind: 'test', level: null },
      ...{ body: { ...emptyBody, from: now, until: now }, scopeKey: scopeKey(caller), now },
    })
    return { notificationId }
  },

  async log({ channelKind, state, ...paging }, { db, caller, language, services }) {
    const filter = { userId: caller.userId, channelKind, state }
    const rows = await queries.logPage(db, filter, windowOf(paging))
    const counted = await queries.countLog(db, filter)
    const page = pageFrom({ rows, counted }, paging, ({ createTime, id }) => ({ at: createTime, id }))
    const { system } = services.database
    const attempts = await queries.attemptsOf(
      system,
      page.rows.map(({ id }) => id),
    )
    return {
      ...page,
      rows: page.rows.map(({ body, ...row }) => ({
        ...row,
        title: titleOf(row.kind, body, language),
        lines: linesOf(row.kind, body, { language, timeZone: services.timeZone }),
        attempts: attempts.filter(({ notificationId }) => notificationId === row.id),
      })),
    }
  },
}
