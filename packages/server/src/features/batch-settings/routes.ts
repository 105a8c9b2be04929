import type { Setting } from '@wattkeeper/contracts/api/commands'
import type {
  BatchSetting,
  NewBatchSetting,
  SetLogRow,
  batchSettings,
} from '@wattkeeper/contracts/api/batch-settings'
import { type Rollout, rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { fail, words } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { checkParams, settableParams } from '../commands/index.ts'
import type { RolloutBody, Steering } from '../rollouts/index.ts'
import * as rollouts from '../rollouts/index.ts'
import { paramsKind } from './params-kind.ts'

/** Moves the platform's address: whoever gets it wrong loses the device for good. */
const addressParam = '02121011'
const failedTitle = words('失败明细', 'Failed')
const kinds = [paramsKind]

/** The page of this feature shows its own kind only. */
async function batch(context: Parameters<typeof rollouts.readable>[0], id: number) {
  const row = await rollouts.readable(context, id)
  return row.kind === 'params' ? row : fail(rolloutProblems.notFound)
}

export const handlers: Handlers<typeof batchSettings> = {
  async list({ pageNum, pageSize, startTime, endTime }, { db }) {
    const criteria = { kinds: ['params'] as const, startTime, endTime }
    const total = await rollouts.countRollouts(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const rows = await rollouts.findRollouts(db, criteria, { limit: pageSize, offset })
    return { rows: rows.map((row) => batchOf(rollouts.rolloutOf(row), row.body)), total }
  },

  params: (_, { db, language }) => settableParams(db, language),

  async create(wanted, context) {
    const { db, caller, services, language, afterCommit } = context
    const params = await checkParams(db, wanted.entitys, language)
    const candidates = await paramsKind.candidates(db, { selection: wanted.queryParam })
    const created = await rollouts.createRollout(
      db,
      { ...rolloutOf(wanted, params), candidates },
      { caller, now: services.clock.now(), timeZone: services.timeZone },
    )
    afterCommit(() => rollouts.announceRollouts(services.bus, [created.id]))
    return created
  },

  async log({ id, pageNum, pageSize, states }, context) {
    const { db, language } = context
    await batch(context, id)
    const criteria = { id, states }
    const total = await rollouts.countTargets(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const rows = await rollouts.findTargets(db, criteria, { limit: pageSize, offset, language })
    return { rows: rows.map((row): SetLogRow => logOf(rollouts.targetOf(row, language))), total }
  },

  async exportFailed({ batchSetId: id }, { scoped, caller, language, services }) {
    const { code } = await scoped((db) => batch({ db, caller }, id))
    const criteria = { id, states: ['failed'] as const }
    return rollouts.exportTargets({ criteria, code, title: failedTitle }, { scoped, language, services })
  },

  pause: ({ id }, context: Steering) => rollouts.pauseRollout(context, { id, kinds }),
  resume: ({ id }, context: Steering) => rollouts.resumeRollout(context, { id, kinds }),
  cancel: ({ id }, context: Steering) => rollouts.cancelRollout(context, { id, kinds }),
  retry: ({ id }, context: Steering) => rollouts.retryRollout(context, { id, kinds }),
}

function rolloutOf({ paramSetRule, remark }: NewBatchSetting, params: readonly Setting[]) {
  const { upgradeCount: count, interval: minutes, ...extras } = paramSetRule
  return {
    kind: 'params' as const,
    body: { params },
    remark: remark ?? '',
    pace: { count, minutes },
    extras,
    beginsWithOne: params.some(({ id }) => id === addressParam),
  }
}

function batchOf(rollout: Rollout, body: RolloutBody): BatchSetting {
  const { id, code, createTime, createBy, remark, state, stopReason, upgradeCount, interval, total } = rollout
  const { success, failed, skipped, waiting, sent } = rollout.counts
  return {
    ...{ id, code, createTime, createBy, remark, state, stopReason, upgradeCount, interval },
    ...{ total, success, failed, skipped, waiting, sent },
    param: JSON.stringify(rollouts.paramsOf(body)),
  }
}

type Target = ReturnType<typeof rollouts.targetOf>

const logOf = ({ id, equipId, code, state, result, sendTime, backTime, reason, message }: Target) => ({
  ...{ id, equipId, code, state, result, sendTime, backTime, reason, message },
})
