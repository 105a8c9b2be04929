import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { type BoardRow, type telemetry, telemetryProblems } from '@wattkeeper/contracts/api/telemetry'
import { type Page, fail } from '@wattkeeper/contracts/kit'
import { type Board, describeBoard } from '@wattkeeper/contracts/link'
import type { Db, Handlers } from '../../context.ts'
import { pageFrom, windowOf } from '../../platform/http/paging.ts'
import { withAlarms } from './alarms-then.ts'
import { exportReadings } from './export.ts'
import { latestOf } from './latest.ts'
import * as queries from './queries.ts'
import { boardRows, liveView } from './rows.ts'
import { assemble, bucketLength, placesOf, segmentsOf } from './series.ts'
import { bucketsOf } from './series-queries.ts'

interface Asked {
  readonly equipId: number
  readonly pageNum: number
  readonly pageSize: number
  readonly startTime?: string
  readonly endTime?: string
  readonly cursor?: string
}

async function requireDevice(db: Db, id: number): Promise<void> {
  if (!(await queries.seesDevice(db, id))) fail(deviceProblems.notFound)
}

const pageOf =
  (board: Board) =>
  async (asked: Asked, { db }: { db: Db }): Promise<Page<BoardRow>> => {
    await requireDevice(db, asked.equipId)
    const span = { deviceId: asked.equipId, board, startTime: asked.startTime, endTime: asked.endTime }
    const readings = await queries.readingsOf(db, span, windowOf(asked))
    const counted = await queries.countReadings(db, span)
    const page = pageFrom({ rows: readings, counted }, asked, ({ ts }) => ({ at: ts, id: 0 }))
    const instants = page.rows.map(({ ts }) => ts)
    const ofUnits = describeBoard(board).units ? await queries.unitReadings(db, span, instants) : []
    return { ...page, rows: boardRows(board, page.rows, ofUnits) }
  }

export const handlers: Handlers<typeof telemetry> = {
  sc: pageOf('sc'),
  andersen: pageOf('andersen'),
  bms: pageOf('bms'),
  pcs: pageOf('pcs'),
  mppt: pageOf('mppt'),
  cabinet: pageOf('cabinet'),
  battery: pageOf('battery'),

  async basic(asked, context) {
    const page = await pageOf('basic')(asked, context)
    return { ...page, rows: await withAlarms(page.rows, asked.equipId, context) }
  },

  async live({ equipId }, { db, services }) {
    await requireDevice(db, equipId)
    const newest = await latestOf(services, db, [equipId])
    return liveView(newest.filter(({ unit }) => unit === 0))
  },

  async series({ equipId, board: boardName, unit, fields, startTime, endTime, points }, { db, services }) {
    const { board, places } = placesOf(boardName, unit, fields)
    await requireDevice(db, equipId)
    const now = services.clock.now()
    const range = { from: Date.parse(startTime), until: endTime === undefined ? now : Date.parse(endTime) }
    if (range.until <= range.from) fail(telemetryProblems.emptyRange)
    const bucketMs = bucketLength(range, points)
    const wanted = { deviceId: equipId, board, unit, places: places.map(({ place }) => place), bucketMs }
    const found = []
    for (const segment of segmentsOf(range, bucketMs, now))
      found.push(...(await bucketsOf(db, wanted, segment)))
    return assemble({ range, bucketMs, fields: places.map(({ field }) => field) }, found)
  },

  exportAll: (asked, { scoped, language, services }) => exportReadings(asked, { scoped, language, services }),

  async rejected(asked, { db }) {
    const rows = await queries.rejectedMessages(db, asked, windowOf(asked))
    const counted = await queries.countRejected(db, asked)
    const page = pageFrom({ rows, counted }, asked, ({ receivedAt, id }) => ({ at: receivedAt, id }))
    const shown = page.rows.map(({ receivedAt, payload, ...row }) => ({
      ...row,
      at: receivedAt,
      payload: payload.toString('utf8'),
    }))
    return { ...page, rows: shown }
  },
}
