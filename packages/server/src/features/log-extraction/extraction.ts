import {
  type LogRequest,
  logDeadlineMs,
  logExtractionProblems as problems,
  logKeptDays,
  mostLogBytes,
} from '@wattkeeper/contracts/api/log-extraction'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import type { FileReply, Scoping } from '../../platform/http/handler.ts'
import type { DB } from '../../tables/index.generated.ts'
import { announceQueued, queueCommand } from '../commands/index.ts'
import { linkFrom, openFile } from '../device-files/index.ts'
import * as queries from './queries.ts'
import { checkRange } from './rules.ts'
import { type Settled, cancel, settle } from './settling.ts'

export interface Context extends Pick<Scoping<DB>, 'scoped' | 'signal'> {
  readonly caller: Caller
  readonly services: Services
}

const dayMs = 86_400_000
/** Notifications may be lost; then the rows are read again after this time. */
const lookEveryMs = 1_000

/** Asks the device for its log, waits until it has come, and answers what came. */
export async function extractLog(request: LogRequest, context: Context): Promise<FileReply> {
  const { scoped, services, signal } = context
  const device = await scoped((db) => findTarget(db, request))
  // What a process that died left open may be over by now.
  for (const id of await queries.waitingIds(services.database.system, device.id)) await settle(services, id)
  const begun = await scoped((db) => begin(db, request, context))
  announceQueued(services.bus, [begun.queued])
  const settled = await settledOrGone(begun, services, signal)
  return replyWith(settled, services)
}

async function findTarget(db: Db, { equipCode, equipClassify }: LogRequest) {
  const device = (await queries.findDevice(db, equipCode)) ?? fail(deviceProblems.notFound)
  if (device.equipTypeId !== equipClassify) fail(problems.wrongType)
  if (device.isOnline === 0) fail(problems.offline)
  return device
}

/** Row, link and command in one transaction: the unique index keeps it to one a device. */
async function begin(db: Db, request: LogRequest, { caller, services }: Context) {
  const { level, fileType: wantedType, startTime, endTime } = request.logExtractParam
  const device = await findTarget(db, request)
  const known = (await queries.findLevel(db, device.equipTypeId, level)) ?? fail(problems.unknownLevel)
  if (wantedType && wantedType !== known.fileType) fail(problems.unknownLevel)
  const now = services.clock.now()
  const { start, end } = checkRange({ startTime, endTime }, now, services.timeZone)
  const { linkId, url } = await linkFrom(db, services, {
    ...{ deviceId: device.id, ownerId: caller.organizationId, maxBytes: mostLogBytes },
    ...{ validForMs: logDeadlineMs, keptForMs: logKeptDays * dayMs },
  })
  const row = queries.insertExtraction(db, {
    ...{ deviceId: device.id, deviceCode: device.code, organizationId: caller.organizationId },
    ...{ operatorId: device.operatorId, equipTypeId: device.equipTypeId, regionPath: device.regionPath },
    ...{ level, levelName: known.name, levelNameEn: known.nameEn, fileType: known.fileType, linkId },
    ...{ startsAt: new Date(start).toISOString(), stopsAt: new Date(end).toISOString() },
    ...{ createdAt: new Date(now).toISOString(), endsAt: new Date(now + logDeadlineMs).toISOString() },
    ...{ createdBy: caller.userId, createdByName: caller.userName },
  })
  const id = await unlessTaken(row, new Problem(problems.running))
  const body = { kind: 'log', url, level, fileType: known.fileType, startTime: start, endTime: end } as const
  const queued = await queueCommand(db, {
    ...{ deviceId: device.id, body, source: 'manual', createdBy: caller.userId, validForMs: logDeadlineMs },
  })
  await queries.noteCommand(db, id, queued.commandId)
  return { id, linkId, queued }
}

type Begun = Awaited<ReturnType<typeof begin>>

async function settledOrGone(begun: Begun, services: Services, signal: AbortSignal): Promise<Settled> {
  const { bus } = services
  let news = Promise.withResolvers<boolean>()
  const stops = [
    bus.hear('fileReceived', ({ linkId }) => linkId === begun.linkId && news.resolve(true)),
    bus.hear('commandsChanged', ({ commandIds }) => {
      if (commandIds.includes(begun.queued.commandId)) news.resolve(true)
    }),
  ]
  try {
    for (;;) {
      const settled = await settle(services, begun.id)
      if (settled) return settled
      if (signal.aborted) return await cancel(services, begun.id)
      const woken = new AbortController()
      const quiet = { signal: AbortSignal.any([signal, woken.signal]) }
      await Promise.race([
        news.promise,
        delay(lookEveryMs, undefined, quiet),
        once(signal, 'abort', quiet),
      ]).catch(() => undefined)
      woken.abort()
      news = Promise.withResolvers()
    }
  } finally {
    for (const stop of stops) stop()
  }
}

const mebibyte = 1024 * 1024

async function replyWith(settled: Settled, services: Services): Promise<FileReply> {
  const { outcome, message, name, key, fileType } = settled
  switch (outcome) {
    case 'stored':
      return fileReply(services, { name: name ?? '', key, fileType })
    case 'empty':
      return fail(problems.empty)
    case 'refused':
      return fail(problems.refused, { message: message ?? '' })
    case 'tooLarge':
      return fail(problems.tooLarge, { limit: `${mostLogBytes / mebibyte} MiB` })
    case 'silent':
    case 'late':
    case 'cancelled':
      return fail(problems.noAnswer)
  }
}

interface Kept {
  readonly name: string
  readonly key: string | null
  readonly fileType: string
}

export async function fileReply(services: Services, { name, key, fileType }: Kept): Promise<FileReply> {
  const body = (key === null ? undefined : await openFile(services, key)) ?? fail(problems.gone)
  return { name, type: `${fileType === 'csv' ? 'text/csv' : 'text/plain'}; charset=utf-8`, body }
}
