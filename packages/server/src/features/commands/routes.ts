import { commandProblems } from '@wattkeeper/contracts/api/commands'
import type { commands } from '@wattkeeper/contracts/api/commands'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import { presenceOf } from '../presence/index.ts'
import { checkParams, describeParam } from './params.ts'
import * as queries from './queries.ts'
import { type NewCommand, SWITCH_VALID_MS, announceQueued, queueCommand } from './queue.ts'
import { PARAMS_TYPE, checkBoard, checkControls, targetOf } from './rules.ts'

/** A fast report ends when nobody has asked for the device's status for so long. */
export const LAPSE_MS = 120_000

interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly services: Services
  readonly afterCommit: AfterCommit
}

/** A person's command: queued within the request's transaction, on its way after it. */
async function give(command: Omit<NewCommand, 'source' | 'createdBy'>, context: Context) {
  const { db, caller, services, afterCommit } = context
  const queued = await queueCommand(db, {
    ...command,
    source: 'manual',
    createdBy: caller.userId,
    now: services.clock.now(),
  })
  afterCommit(() => announceQueued(services.bus, [queued]))
  return { commandId: queued.commandId }
}

interface Upload {
  readonly deviceId: number
  /** Empty: all boards. */
  readonly board: string
  readonly value: 0 | 1
}

/** Fast reports begin, and are remembered, so that they end when nobody watches; or they end now. */
async function switchUpload({ deviceId, board, value }: Upload, context: Context) {
  const body = board === '' ? ({ kind: 'upload', value } as const) : ({ kind: 'set', board, value } as const)
  const signal = `upload:${board}`
  const queued = await give({ deviceId, body, signal, validForMs: SWITCH_VALID_MS }, context)
  const now = new Date(context.services.clock.now()).toISOString()
  if (value === 0) await queries.stopFastReports(context.db, deviceId, board)
  else await queries.startFastReport(context.db, { deviceId, board, commandId: queued.commandId, now })
  return queued
}

export const handlers: Handlers<typeof commands> = {
  async control({ devType, devId, paramList }, context) {
    const target = await targetOf(context.db, devId)
    if (target.equipTypeId !== devType) fail(commandProblems.wrongType)
    const settings = checkControls(target, paramList)
    if (target.isOnline === 0) fail(commandProblems.offline)
    const body = { kind: 'set', paramList: settings } as const
    const signal = settings.map(({ id }) => `set:${id}`)
    return give({ deviceId: devId, body, signal, validForMs: SWITCH_VALID_MS }, context)
  },

  async setting({ equipId, type, value }, context) {
    const board = checkBoard(await targetOf(context.db, equipId), type)
    return switchUpload({ deviceId: equipId, board, value }, context)
  },

  async uploadSwitch({ equipId, value }, context) {
    return switchUpload({ deviceId: equipId, board: '', value }, context)
  },

  async onlineStatus({ equipId }, { db, services }) {
    const presence = (await presenceOf(services, db, equipId)) ?? fail(deviceProblems.notFound)
    const now = new Date(services.clock.now()).toISOString()
    const uploads = await queries.pollFastReports(db, equipId, { now, lapseMs: LAPSE_MS })
    const { isOnline, lastOnlineAt: lastOnlineTime, lastOfflineAt: lastOfflineTime } = presence
    return { isOnline, lastOnlineTime, lastOfflineTime, uploads }
  },

  async params({ equipId }, { db, language }) {
    const { equipTypeId } = await targetOf(db, equipId)
    const reported = new Map((await queries.reportedParams(db, equipId)).map((each) => [each.id, each]))
    const entries = equipTypeId === PARAMS_TYPE ? await queries.paramEntries(db) : []
    return entries.map((entry) => {
      const { value = null, reportTime = null, pending = null } = reported.get(entry.code) ?? {}
      return { ...describeParam(entry, language), value, reportTime, pending }
    })
  },

  async setParams({ equipId, entitys }, context) {
    const { equipTypeId } = await targetOf(context.db, equipId)
    if (equipTypeId !== PARAMS_TYPE) fail(commandProblems.noParams)
    const paramList = await checkParams(context.db, entitys, context.language)
    const signal = paramList.map(({ id }) => `param:${id}`)
    return give({ deviceId: equipId, body: { kind: 'param', paramList }, signal }, context)
  },

  async log({ equipId, ...paging }, { db }) {
    if (!(await queries.seesCommandsOf(db, equipId))) fail(deviceProblems.notFound)
    const rows = await queries.commandPage(db, equipId, windowOf(paging))
    const counted = await queries.countCommands(db, equipId)
    return pageFrom({ rows, counted }, paging, ({ createTime, id }) => ({ at: createTime, id }))
  },
}
