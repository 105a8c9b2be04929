import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type CellValue, writeXlsx, writeXlsxStream } from 'hucre/xlsx'

/** Text stays text: neither a leading = nor a long row of digits is ever taken for something else. */
export type Cell = string | number | null

export interface Column {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** Its numbers can be calculated with; whatever else stands in it stays text. */
  readonly isNumber?: boolean
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const textFormat = '@'
const numberFormat = 'General'
const breatheEvery = 200

/** A workbook of one sheet as it is read: holds neither the rows nor the event loop, however many there are. */
export function streamSheet({ name, columns }: Sheet, rows: AsyncIterable<readonly Cell[]>): Readable {
  const written = writeXlsxStream(breathing(rows), {
    name,
    columns: columnsOf(columns),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(written)
}

/** A small workbook, all at once. */
export async function writeBook(
  sheets: readonly (Sheet & { readonly rows: readonly (readonly Cell[])[] })[],
): Promise<Buffer> {
  const written = await writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columnsOf(columns).map(({ width, numFmt }) => ({ width, numFmt })),
      rows: [columns.map(({ header }) => header), ...rows.map((row) => row.map(clean))],
      freezePane: { rows: 1 },
    })),
  })
  return Buffer.from(written)
}

const columnsOf = (columns: readonly Column[]) =>
  columns.map(({ header, width, isNumber = false }) => ({
    header: String(clean(header)),
    width,
    numFmt: isNumber ? numberFormat : textFormat,
  }))

async function* breathing(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<CellValue[]> {
  let written = 0
  for await (const row of rows) {
    yield row.map(clean)
    written += 1
    if (written % breatheEvery === 0) await breathe()
  }
}

/** XML has no place for control characters and halves of surrogate pairs: they are left out. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const clean = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.toWellFormed().replace(unprintable, '') : cell
