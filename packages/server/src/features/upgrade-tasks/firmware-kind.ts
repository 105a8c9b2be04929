import { upgradeProblems } from '@wattkeeper/contracts/api/upgrades'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { versionForOrder } from '../firmware/index.ts'
import type { Dispatch, DispatchOrder, DispatchTarget, RolloutKind } from '../rollouts/index.ts'
import { conditionOf, versionOf } from '../rollouts/index.ts'
import { announceUpgrades, cancelWaiting, orderUpgrades } from '../upgrades/index.ts'
import { boardsToUpgrade } from './candidate-queries.ts'

const hourMs = 3_600_000
/** Refusals that pass by themselves: such a device gives its place to the next. */
const passing: ReadonlySet<string> = new Set(['busy', 'penalty'])

/** A roll-out that upgrades firmware: one upgrade for each board, proven by what the device reports. */
export const firmwareKind: RolloutKind = {
  name: 'firmware',

  async candidates(db, { selection, versionId }) {
    const version = await versionForOrder(db, versionId ?? 0)
    if (!version) return fail(upgradeProblems.noVersion)
    // Devices that are named one by one are told why they are skipped; a filter means devices of the version's type.
    const isNamed = selection.code !== undefined && selection.code !== ''
    const { equipTypeId } = version
    const condition = await conditionOf(db, isNamed ? selection : { ...selection, equipTypeId })
    return boardsToUpgrade(version.versionId, condition)
  },

  dispatch,

  announce({ bus }, dispatched) {
    announceUpgrades(
      bus,
      dispatched.map(({ workId, deviceId }) => ({ jobId: workId, deviceId })),
    )
  },

  withdraw: (db, workIds, now) => cancelWaiting(db, workIds, new Date(now).toISOString()),
}

async function dispatch(
  db: Db,
  order: DispatchOrder,
  targets: readonly DispatchTarget[],
): Promise<readonly Dispatch[]> {
  const versionId = versionOf(order.body) ?? 0
  const dispatches: Dispatch[] = []
  for (const insist of [false, true]) {
    const some = targets.filter(({ insists }) => insists === insist)
    const ordered = await orderUpgrades(db, {
      boards: some.map(({ deviceId, addrId }) => ({ deviceId, addrId })),
      ...{ versionId, insist, source: 'task', createdBy: order.createdBy ?? undefined },
      ...{ now: order.now, deadlineAt: order.now + order.deadlineHours * hourMs },
    })
    for (const [place, { targetId }] of some.entries()) {
      const answer = ordered[place]
      if (answer && 'job' in answer) dispatches.push({ targetId, workId: answer.job.jobId })
      else dispatches.push(refused(targetId, answer?.refused ?? 'busy'))
    }
  }
  return dispatches
}

const refused = (targetId: number, reason: string): Dispatch =>
  passing.has(reason) ? { targetId, notYet: reason } : { targetId, skipped: reason }
