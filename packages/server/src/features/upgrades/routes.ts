import { upgradeProblems } from '@wattkeeper/contracts/api/upgrades'
import type { UpgradeRefusal, upgrades } from '@wattkeeper/contracts/api/upgrades'
import { type ProblemKind, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import { type Ordered, announceUpgrades, orderNewest, orderUpgrade } from './order.ts'
import * as queries from './queries.ts'

/** Upgrades that have ended are shown beside those in flight for so long. */
const SHOWN_MS = 86_400_000

const problemOf: Readonly<Record<UpgradeRefusal, ProblemKind>> = {
  noDevice: upgradeProblems.noDevice,
  noVersion: upgradeProblems.noVersion,
  notApproved: upgradeProblems.notApproved,
  wrongType: upgradeProblems.wrongType,
  noSuchPart: upgradeProblems.noSuchPart,
  wrongHardware: upgradeProblems.wrongHardware,
  upToDate: upgradeProblems.upToDate,
  busy: upgradeProblems.busy,
  penalty: upgradeProblems.penalty,
}

/** Any refusal ends the request, and what it has written with it. */
function accepted(ordered: Ordered) {
  if ('refused' in ordered) fail(problemOf[ordered.refused])
  const { jobs } = ordered
  return { groupId: jobs[0]?.groupId ?? 0, jobIds: jobs.map(({ jobId }) => jobId) }
}

export const handlers: Handlers<typeof upgrades> = {
  async send({ equipId: deviceId, ...wanted }, { db, caller, services, afterCommit }) {
    if (!(await queries.seesDevice(db, deviceId))) fail(upgradeProblems.noDevice)
    const ordered = await orderUpgrade(db, {
      ...{ deviceId, ...wanted, source: 'manual', createdBy: caller.userId },
      again: wanted.insist,
      now: services.clock.now(),
    })
    const answer = accepted(ordered)
    afterCommit(() => announceUpgrades(services.bus, 'jobs' in ordered ? ordered.jobs : []))
    return answer
  },

  async sendAll({ equipId: deviceId, insist }, { db, caller, services, afterCommit }) {
    if (!(await queries.seesDevice(db, deviceId))) fail(upgradeProblems.noDevice)
    const ordered = await orderNewest(db, {
      ...{ deviceId, insist, source: 'manual', createdBy: caller.userId },
      ...{ order: services.upgrades.order, now: services.clock.now() },
    })
    if (ordered === 'nothingNewer') fail(upgradeProblems.nothingNewer)
    const answer = accepted(ordered)
    afterCommit(() => announceUpgrades(services.bus, 'jobs' in ordered ? ordered.jobs : []))
    return answer
  },

  async progress({ equipIds }, { db, services }) {
    return queries.progressOf(db, equipIds, new Date(services.clock.now() - SHOWN_MS).toISOString())
  },

  async cancel({ id }, { db, services, afterCommit }) {
    const group = (await queries.holdGroupOf(db, id)) ?? fail(upgradeProblems.notFound)
    if (!group.some(({ isAsked, state }) => isAsked && state === 'waiting')) fail(upgradeProblems.underWay)
    const waiting = group.filter(({ state }) => state === 'waiting')
    const now = new Date(services.clock.now()).toISOString()
    await queries.cancelWaiting(
      db,
      waiting.map((each) => each.id),
      now,
    )
    const changed = waiting.map((each) => ({ jobId: each.id, deviceId: each.deviceId }))
    afterCommit(() => announceUpgrades(services.bus, changed))
    return {}
  },

  async log({ pageNum, pageSize, ...filter }, { db }) {
    const { equipId } = filter
    if (equipId !== undefined && !(await queries.seesUpgradesOf(db, equipId))) fail(upgradeProblems.noDevice)
    const rows = await queries.logPage(db, filter, windowOf({ pageNum, pageSize }))
    const counted = await queries.countLog(db, filter)
    return pageFrom({ rows, counted }, { pageNum, pageSize }, ({ createTime, id }) => ({
      at: createTime,
      id,
    }))
  },
}
