import { type notifications, notificationProblems } from '@wattkeeper/contracts/api/notifications'
import type { NewRule } from '@wattkeeper/contracts/api/notifications'
import { commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import * as channelQueries from './channel-queries.ts'
import { channelHandlers } from './channel-routes.ts'
import { tellLive } from './gather.ts'
import * as queries from './queries.ts'
import { linesOf, titleOf } from './wording.ts'

const mostRules = 50
const usual = { language: 'zh', quietFrom: 0, quietUntil: 0, worstAnyway: true } as const

/** A rule that leads nowhere would be silence that looks like watching. */
async function checkRule(db: Db, userId: number, rule: NewRule): Promise<void> {
  if (!rule.inConsole && rule.channelIds.length === 0) fail(notificationProblems.nowhere)
  if (rule.channelIds.length === 0) return
  const own = new Set((await channelQueries.channelsOf(db, userId)).map(({ id }) => id))
  if (!rule.channelIds.every((id) => own.has(id))) fail(notificationProblems.channelNotFound)
}

export const handlers: Handlers<typeof notifications> = {
  ...channelHandlers,

  async inbox({ isUnread, ...paging }, { db, caller, language, services: { timeZone } }) {
    const filter = { userId: caller.userId, isUnread }
    const rows = await queries.inboxPage(db, filter, windowOf(paging))
    const counted = await queries.countInbox(db, filter)
    const page = pageFrom({ rows, counted }, paging, ({ createTime, id }) => ({ at: createTime, id }))
    return {
      ...page,
      rows: page.rows.map(({ body, ...row }) => ({
        ...row,
        title: titleOf(row.kind, body, language),
        lines: linesOf(row.kind, body, { language, timeZone }),
        equipId: body.devices === 1 ? (body.items[0]?.deviceId ?? null) : null,
        rolloutId: body.alarms === 1 ? (body.items[0]?.rolloutId ?? null) : null,
      })),
    }
  },

  unread: async (_, { db, caller }) => ({
    count: await queries.countInbox(db, { userId: caller.userId, isUnread: 1 }),
  }),

  async read({ ids = null }, { db, caller, services, afterCommit }) {
    await queries.markRead(db, caller.userId, { ids, now: new Date(services.clock.now()).toISOString() })
    afterCommit(() => tellLive(services, [caller.userId]))
    return null
  },

  async settings(_, { db, caller, language, services: { timeZone, outward } }) {
    const settings = (await queries.findSettings(db, caller.userId)) ?? { ...usual, language }
    return { ...settings, timeZone, hasEmail: outward.mail !== undefined }
  },

  async saveSettings(settings, { db, caller }) {
    await queries.saveSettings(db, caller, settings)
    return null
  },

  rules: (_, { db, caller }) => queries.rulesOf(db, caller.userId),

  async createRule(rule, { db, caller, language }) {
    await queries.keepLanguage(db, caller, language)
    await checkRule(db, caller.userId, rule)
    if ((await queries.rulesOf(db, caller.userId)).length >= mostRules)
      fail(notificationProblems.tooManyRules)
    return { id: await queries.insertRule(db, caller, rule) }
  },

  async updateRule(rule, { db, caller }) {
    await checkRule(db, caller.userId, rule)
    if (await queries.updateRule(db, caller.userId, rule)) return null
    const isThere = await queries.hasRule(db, caller.userId, rule.id)
    return fail(isThere ? commonProblems.stale : notificationProblems.ruleNotFound)
  },

  async removeRule({ id }, { db, caller }) {
    if (!(await queries.deleteRule(db, caller.userId, id))) fail(notificationProblems.ruleNotFound)
    return null
  },
}
