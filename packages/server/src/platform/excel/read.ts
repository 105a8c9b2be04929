import { streamXlsxRows } from 'hucre/xlsx'
import { setImmediate as breathe } from 'node:timers/promises'
import { unpackedBytes } from './unpacked.ts'

export interface Row {
  /** As the spreadsheet counts: the headers are row 1. */
  readonly number: number
  /** What a person sees in the cells, trimmed; an empty cell is an empty text. */
  readonly cells: readonly string[]
}

const mostUnpacked = 256 * 1024 * 1024
const mostColumns = 100
const breatheEvery = 200

/**
 * The rows of a workbook's sheet (the first is 0) that hold anything. Throws for whatever is not a workbook, and for one that would
 * unpack to more than memory should hold.
 */
export async function* readSheet(file: Uint8Array, sheet = 0): AsyncGenerator<Row> {
  if (unpackedBytes(file) > mostUnpacked) throw new Error('The workbook unpacks to too much.')
  let read = 0
  for await (const { index, values } of streamXlsxRows(file, { sheet })) {
    const cells = values.slice(0, mostColumns).map(textOf)
    if (cells.some((cell) => cell !== '')) yield { number: index + 1, cells }
    read += 1
    if (read % breatheEvery === 0) await breathe()
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return plainNumber(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : ''
}

/** A code that the spreadsheet took for a number comes back in digits, not as 1.2e+21. */
const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(value)
