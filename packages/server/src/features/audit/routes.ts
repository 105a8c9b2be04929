import {
  type AuditFilter,
  type AuditSelection,
  type Deed,
  type audit,
  auditProblems,
  maxExportRows,
} from '@wattkeeper/contracts/api/audit'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { streamSheet, xlsxType } from '../../platform/excel/index.ts'
import { type Cursor, mostCounted, pageFrom, windowOf } from '../../platform/http/paging.ts'
import { exportRow, exportSheet } from './export.ts'
import * as queries from './queries.ts'
import { changeOf, rangeOf } from './rules.ts'

type Scoped = <T>(work: (db: Db) => Promise<T>) => Promise<T>

async function withChanges(db: Db, rows: readonly queries.DeedRow[]): Promise<Deed[]> {
  const changes = await queries.changesOf(
    db,
    rows.map(({ requestId }) => requestId),
  )
  const byRequest = Map.groupBy(changes, ({ requestId }) => requestId)
  return rows.map((row) => ({ ...row, changes: (byRequest.get(row.requestId) ?? []).map(changeOf) }))
}

const queryOf = (selection: AuditSelection, { scope, organizationId }: Caller, nowMs: number) => ({
  ...rangeOf(selection, nowMs),
  ...(scope.role === 'app' && { organizationId }),
})

async function pageOfDeeds(db: Db, filter: AuditFilter, query: queries.AuditQuery) {
  const rows = await queries.deedRows(db, query, windowOf(filter))
  const counted = await queries.countDeeds(db, query, mostCounted + 1)
  const page = pageFrom({ rows, counted }, filter, ({ createTime, id }) => ({ at: createTime, id }))
  return { ...page, rows: await withChanges(db, page.rows) }
}

export const handlers: Handlers<typeof audit> = {
  list: (filter, { db, caller, services: { clock } }) =>
    pageOfDeeds(db, filter, queryOf(filter, caller, clock.now())),

  async exportAll(selection, { scoped, caller, language, services: { clock, timeZone } }) {
    const query = queryOf(selection, caller, clock.now())
    const count = await scoped((db) => queries.countDeeds(db, query, maxExportRows + 1))
    if (count > maxExportRows) fail(auditProblems.tooManyRows, { max: maxExportRows })
    const rows = async function* () {
      for await (const deed of deedsOf(query, scoped)) yield exportRow(deed, { language, timeZone })
    }
    return {
      name: `audit-${new Date(clock.now()).toISOString().slice(0, 10)}.xlsx`,
      type: xlsxType,
      body: streamSheet(exportSheet(language), rows()),
    }
  },
}

const batch = 500

/** Batch by batch, each in a transaction of its own: a slow reader holds none. */
async function* deedsOf(query: queries.AuditQuery, scoped: Scoped): AsyncGenerator<Deed> {
  let after: Cursor | undefined
  for (;;) {
    const found = await scoped(async (db) =>
      withChanges(db, await queries.deedRows(db, query, { limit: batch, offset: 0, after })),
    )
    yield* found
    const last = found.at(-1)
    if (!last || found.length < batch) return
    after = { at: last.createTime, id: last.id }
  }
}
