import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { type BoardRow, type ExportTab, telemetryProblems } from '@wattkeeper/contracts/api/telemetry'
import { type Language, fail, say, words } from '@wattkeeper/contracts/kit'
import { type Read, catalogue, describeBoard, headed, readingColumns } from '@wattkeeper/contracts/link'
import type { Db, Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import { type Cell, type Column, streamSheet, xlsxType } from '../../platform/excel/index.ts'
import { withAlarms } from './alarms-then.ts'
import { type Span, nameDevice, readingsOf, unitReadings } from './queries.ts'
import { boardRows } from './rows.ts'

interface Means {
  readonly scoped: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly language: Language
  readonly services: Services
}

interface Asked {
  readonly tab: ExportTab
  readonly equipId: number
  readonly startTime?: string
  readonly endTime?: string
}

/** A column of the file, and its cell of a row. */
interface FileColumn extends Column {
  readonly of: (row: BoardRow) => Cell
}

/** Every reading of a board within a range, newest first, as a workbook that is written while it is read. */
export async function exportReadings(asked: Asked, { scoped, language, services }: Means) {
  const { tab, equipId, startTime, endTime } = asked
  if (startTime === undefined) return fail(telemetryProblems.noRange)
  if (endTime !== undefined && endTime <= startTime) fail(telemetryProblems.emptyRange)
  const time = wallClock(services.timeZone)
  const device = (await scoped((db) => nameDevice(db, equipId, language))) ?? fail(deviceProblems.notFound)
  const board = catalogue[tab][language]
  const columns = columnsOf(tab, { language, time })
  const span: Span = { deviceId: equipId, board: tab, startTime, endTime }
  const writtenAt = time(new Date(services.clock.now()).toISOString()).replace(/\D/g, '')
  return {
    name: `${[device.typeName, device.code, board, writtenAt].join('_')}.xlsx`,
    type: xlsxType,
    body: streamSheet({ name: board, columns }, cellsOf(columns, readAll(span, { scoped, language }))),
  }
}

async function* cellsOf(columns: readonly FileColumn[], rows: AsyncIterable<BoardRow>) {
  for await (const row of rows) yield columns.map(({ of }) => of(row))
}

const portion = 1_000

/** Each portion in a transaction of its own: a slow reader holds none. */
async function* readAll(span: Span, { scoped, language }: Omit<Means, 'services'>) {
  let after: { at: string; id: number } | undefined
  for (;;) {
    const window = { limit: portion, offset: 0, after }
    const rows = await scoped((db) => readPortion(db, { span, window }, language))
    yield* rows.flatMap((row) => lines(span.board, row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < portion) return
    after = { at: last.createTime, id: 0 }
  }
}

interface Portion {
  readonly span: Span
  readonly window: Parameters<typeof readingsOf>[2]
}

async function readPortion(db: Db, { span, window }: Portion, language: Language): Promise<BoardRow[]> {
  const { board, deviceId } = span
  const readings = await readingsOf(db, span, window)
  const instants = readings.map(({ ts }) => ts)
  const ofUnits = describeBoard(board).units ? await unitReadings(db, span, instants) : []
  const rows = boardRows(board, readings, ofUnits)
  return board === 'basic' ? withAlarms(rows, deviceId, { db, language }) : rows
}

/** A cabinet has a line for each bay, with what concerns the whole beside it. */
function lines(board: ExportTab, row: BoardRow): BoardRow[] {
  const { units } = describeBoard(board)
  const each = units && row[units.field]
  if (!Array.isArray(each) || each.length === 0) return [row]
  return each.map((unit: object) => ({ ...row, [bayKey]: unit }))
}

/** Where a line of a cabinet holds the bay that it is about. */
const bayKey = ' bay'

const createTime = words('上报时间', 'Report time')
const alarmTitle = words('当前告警', 'Alarms')
const noAlarms = words('无告警', 'No alarms')

interface Reading {
  readonly language: Language
  readonly time: (instant: string) => string
}

function columnsOf(board: ExportTab, { language, time }: Reading): FileColumn[] {
  const { signals, units } = describeBoard(board)
  const cell = (read: Read): Cell => (typeof read === 'object' ? read && read[language] : read)
  const own = readingColumns(signals).map((column) => ({
    ...look(column.isNumber, headed(column)[language]),
    of: (row: BoardRow) => cell(column.read(row)),
  }))
  const ofUnits = units
    ? [
        { ...look(true, units[language]), of: (row: BoardRow) => numberOf(unitOf(row)[units.key]) },
        ...readingColumns(units.signals).map((column) => ({
          ...look(column.isNumber, `${units[language]} ${headed(column)[language]}`),
          of: (row: BoardRow) => cell(column.read(unitOf(row))),
        })),
      ]
    : []
  const alarms = {
    ...look(false, say(alarmTitle, language)),
    of: ({ equipAlarms }: BoardRow) => alarmNames(equipAlarms) || say(noAlarms, language),
  }
  return [
    { header: say(createTime, language), width: 20, of: (row) => time(row.createTime) },
    ...own,
    ...ofUnits,
    ...(board === 'basic' ? [alarms] : []),
  ]
}

/** Chinese letters are two characters wide. */
const look = (isNumber: boolean, header: string) => ({
  header,
  isNumber,
  width: Math.max(10, header.replace(/[^\x20-\x7e]/g, 'xx').length + 2),
})

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function unitOf(row: BoardRow): Readonly<Record<string, unknown>> {
  const unit = row[bayKey]
  return isRow(unit) ? unit : {}
}

function alarmNames(list: unknown): string {
  if (!Array.isArray(list)) return ''
  return list.map((alarm: unknown) => (isRow(alarm) ? String(alarm['semaphoreName']) : '')).join('、')
}
