import { type Alarm, type AlarmFilter, alarmProblems, type alarms } from '@wattkeeper/contracts/api/alarms'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { type Language, type Page, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import type { Scope } from '../../platform/database/database.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import { matchContent } from './content-queries.ts'
import { alarmOf, explain } from './names.ts'
import * as queries from './queries.ts'

const historyMs = 30 * 24 * 60 * 60 * 1000

interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly language: Language
}

async function pageOf(
  shelf: queries.Shelf,
  filter: AlarmFilter,
  { db, caller, language }: Context,
): Promise<Page<Alarm>> {
  const { content: part } = filter
  const content = part === undefined ? undefined : await matchContent(db, part)
  const query = { ...filter, content, withinOperators: operatorsOf(caller.scope) }
  const rows = await queries.alarmPage(db, shelf, { query, window: windowOf(filter) })
  const counted = await queries.countAlarms(db, shelf, query)
  const page = pageFrom({ rows, counted }, filter, ({ occurrenceTime, id }) => ({ at: occurrenceTime, id }))
  return { ...page, rows: page.rows.map((row) => alarmOf(row, language)) }
}

/** The operators that a data permission narrows the caller to; none where there is no such narrowing. */
const operatorsOf = ({ settings }: Scope): number[] =>
  (settings['app.operators']?.match(/\d+/g) ?? []).map(Number)

/** History without a beginning is the 30 days before its end. */
function bounded(filter: AlarmFilter, now: number): AlarmFilter {
  const { startTime, endTime } = filter
  const until = endTime === undefined ? now : Date.parse(endTime)
  return { ...filter, startTime: startTime ?? new Date(until - historyMs).toISOString() }
}

export const handlers: Handlers<typeof alarms> = {
  async ofDevice({ equipId, ...paging }, context) {
    if (!(await queries.seesDevice(context.db, equipId))) fail(deviceProblems.notFound)
    return pageOf('current', { equipId, ...paging }, context)
  },

  current: (filter, context) => pageOf('current', filter, context),

  history: (filter, context) => pageOf('history', bounded(filter, context.services.clock.now()), context),

  async detail({ alarmCodes, classify }, { db, language }) {
    const codes = [...new Set(alarmCodes.map(({ alarmCode }) => alarmCode))]
    const equipTypeId = Number(classify)
    const signals = await queries.findSignals(db, codes)
    const faults = await queries.findFaults(db, equipTypeId, codes)
    const catalogue = { signals, faults, equipTypeId, language }
    return alarmCodes.flatMap(({ alarmCode, code }) => explain(alarmCode, Number(code), catalogue))
  },

  async acknowledge({ id, note = '' }, { db, caller, services, afterCommit }) {
    const at = new Date(services.clock.now()).toISOString()
    const deviceId = await queries.acknowledge(db, id, { userId: caller.userId, at, note })
    if (deviceId === undefined) return refuse(await queries.standingOf(db, id))
    afterCommit(() => services.bus.announce('alarmsChanged', { deviceIds: [deviceId], opened: 0, closed: 0 }))
    return null
  },
}

function refuse(standing: Awaited<ReturnType<typeof queries.standingOf>>): never {
  if (!standing) return fail(alarmProblems.notFound)
  if (!standing.isActive) return fail(alarmProblems.recovered)
  return fail(alarmProblems.alreadyAcknowledged, { name: standing.acknowledgedBy ?? '—' })
}
