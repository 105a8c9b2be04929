import { rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import {
  type UpgradeRule,
  type UpgradeTask,
  upgradeTaskProblems as problems,
  taskLimits,
  type upgradeTasks,
} from '@wattkeeper/contracts/api/upgrade-tasks'
import { commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import { holdVersion, versionForOrder } from '../firmware/index.ts'
import type { Steering } from '../rollouts/index.ts'
import * as rollouts from '../rollouts/index.ts'
import { firmwareKind } from './firmware-kind.ts'
import * as queries from './queries.ts'
import type { TaskBody } from './queries.ts'

const kinds = [firmwareKind]

/** The page of this feature shows its own kind only. */
async function task(context: Parameters<typeof rollouts.readable>[0], id: number) {
  const row = await rollouts.readable(context, id)
  return row.kind === 'firmware' ? row : fail(rolloutProblems.notFound)
}

interface Wanted {
  readonly remark: string
  readonly softwareVersionId: number
  readonly upgradeRule: UpgradeRule
  readonly upgradeTime: string
}

/** A task as the engine takes it. Only an approved release is for many devices. */
async function rolloutOf(db: Db, { remark, softwareVersionId, upgradeRule, upgradeTime }: Wanted) {
  if (!(await holdVersion(db, softwareVersionId))) fail(problems.noVersion)
  const version = (await versionForOrder(db, softwareVersionId)) ?? fail(problems.noVersion)
  const { versionId, equipTypeId, partType } = version
  const { equipTypeId: wantedType, filter, upgradeCount, interval, ...extras } = upgradeRule
  if (equipTypeId !== wantedType) fail(problems.wrongType)
  if (!version.isRelease) fail(problems.notRelease)
  if (!version.isApproved) fail(problems.notApproved)
  const count = upgradeCount ?? taskLimits.upgradeCount.usual
  const minutes = interval ?? taskLimits.interval.usual
  const rule = { ...upgradeRule, upgradeCount: count, interval: minutes }
  const body: TaskBody = { versionId, equipTypeId, partType, version: version.version, rule }
  const selection = { ...filter, equipTypeId: filter?.equipTypeId ?? equipTypeId }
  return {
    ...{ kind: 'firmware' as const, body, remark, pace: { count, minutes } },
    extras: { ...extras, startTime: upgradeTime },
    candidates: await firmwareKind.candidates(db, {
      selection: filter?.code ? filter : selection,
      versionId,
    }),
  }
}

export const handlers: Handlers<typeof upgradeTasks> = {
  async list({ pageNum, pageSize, type: _, ...filter }, { db, language }) {
    const total = await queries.countTasks(db, filter)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const found = await queries.findTasks(db, filter, { limit: pageSize, offset, language })
    return { rows: found.map(taskOf), total }
  },

  async create(wanted, { db, caller, services, afterCommit }) {
    const { id } = await rollouts.createRollout(db, await rolloutOf(db, wanted), {
      ...{ caller, now: services.clock.now(), timeZone: services.timeZone },
    })
    afterCommit(() => rollouts.announceRollouts(services.bus, [id]))
    return { id }
  },

  async update({ id, revision, ...wanted }, context) {
    const known = await task(context, id)
    if (revision !== undefined && revision !== known.version) fail(commonProblems.stale)
    if (known.state !== 'scheduled') fail(problems.started)
    await rollouts.rewriteRollout(context, { id, kinds }, await rolloutOf(context.db, wanted))
    return {}
  },

  async remove({ id }, context) {
    await rollouts.removeRollout(context, { id, kinds })
    return {}
  },

  async detail({ taskId, code, result, pageNum, pageSize }, context) {
    const { db, language } = context
    await task(context, taskId)
    const filter = { taskId, code, result }
    const total = await queries.countRows(db, filter)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const rows = await queries.findRows(db, filter, { limit: pageSize, offset })
    return {
      rows: rows.map((row) => ({
        ...row,
        reason: row.reason === null ? null : rollouts.reasonText(row.reason, language),
      })),
      total,
    }
  },

  pause: ({ id }, context) => steered(rollouts.pauseRollout, id, context),
  resume: ({ id }, context) => steered(rollouts.resumeRollout, id, context),
  cancel: ({ id }, context) => steered(rollouts.cancelRollout, id, context),
  retry: ({ id }, context) => steered(rollouts.retryRollout, id, context),
}

async function steered(
  steer: (steering: Steering, steered: { id: number; kinds: typeof kinds }) => Promise<unknown>,
  id: number,
  context: Steering,
): Promise<Record<string, never>> {
  await steer(context, { id, kinds })
  return {}
}

type TaskRow = Awaited<ReturnType<typeof queries.findTasks>>[number]

function taskOf({ body, counts, ...row }: TaskRow): UpgradeTask {
  const { waiting = 0, sent = 0, success = 0, failed = 0, skipped = 0, canceled = 0 } = counts
  return {
    ...row,
    ...{ softwareVersionId: body.versionId, upgradeRule: body.rule },
    ...{ partType: body.partType, version: body.version, success, failed, skipped },
    total: waiting + sent + success + failed + skipped + canceled,
  }
}
