import {
  type DeviceEvent,
  type EventSearch,
  eventProblems,
  type events,
} from '@wattkeeper/contracts/api/events'
import { type Language, type Page, Problem } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { sqlState } from '../../platform/database/database.ts'
import { mostCounted, pageFrom, windowOf } from '../../platform/http/paging.ts'
import { criteriaOf } from './criteria.ts'
import { exportEvents } from './export.ts'
import { eventOf } from './names.ts'
import { eventPage, eventsOf, gatherEvents, limitTime } from './queries.ts'

interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly language: Language
  readonly services: Services
}

async function pageOf(
  search: EventSearch,
  { db, caller, language, services }: Context,
): Promise<Page<DeviceEvent>> {
  await limitTime(db)
  const criteria = await criteriaOf(db, search, { scope: caller.scope, now: services.clock.now() })
  if (!criteria) return { rows: [], total: 0 }
  const window = windowOf(search)
  const { counted, ids } = await gatherEvents(db, criteria, window)
  const isWhole = counted <= mostCounted && window.after === undefined
  const rows = isWhole
    ? await eventsOf(db, { ids, criteria }, language)
    : await eventPage(db, criteria, { window, language })
  const page = pageFrom({ rows, counted }, search, ({ occurrenceTime, id }) => ({ at: occurrenceTime, id }))
  return { ...page, rows: page.rows.map((row) => eventOf(row, language)) }
}

const statementGivenUp = '57014'

/** A search that the database cannot answer in time is the caller's to shorten. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw sqlState(error) === statementGivenUp ? new Problem(eventProblems.tooWide) : error
  }
}

export const handlers: Handlers<typeof events> = {
  list: (search, context) => inTime(pageOf(search, context)),
  exportAll: (selection, { scoped, caller, language, services }) =>
    exportEvents(selection, { scoped, scope: caller.scope, language, services }),
}
