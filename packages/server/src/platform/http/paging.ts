import type { Page } from '@wattkeeper/contracts/kit'

/** Lists that grow without end are counted this far; a cursor leads beyond. */
export const mostCounted = 10_000

/** Where a page begins, and how many rows to read: one more than it shows, which tells whether there are more. */
export interface Window {
  readonly limit: number
  readonly offset: number
  readonly after: Cursor | undefined
}

/** The last row of a page: lists run newest first by an instant, and by id among rows of the same instant. */
export interface Cursor {
  readonly at: string
  readonly id: number
}

interface Paged {
  readonly pageNum: number
  readonly pageSize: number
  readonly cursor?: string
}

/** Reads where a page begins. A page number beyond what is counted gets no rows. */
export function windowOf({ pageNum, pageSize, cursor }: Paged): Window {
  if (cursor !== undefined) return { limit: pageSize + 1, offset: 0, after: readCursor(cursor) }
  const offset = (pageNum - 1) * pageSize
  const room = Math.max(0, mostCounted - offset)
  return { limit: room === 0 ? 0 : pageSize + 1, offset: Math.min(offset, mostCounted), after: undefined }
}

interface Found<Row> {
  /** As many as the window asked for. */
  readonly rows: readonly Row[]
  /** How many there are, counted to one more than `mostCounted`. */
  readonly counted: number
}

/** What was found within a window, as a page. */
export function pageFrom<Row>(
  { rows, counted }: Found<Row>,
  { pageSize }: Paged,
  cursorOf: (row: Row) => Cursor,
): Page<Row> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    rows: shown,
    total: Math.min(counted, mostCounted),
    ...(counted > mostCounted && { totalIsCapped: true }),
    ...(last && rows.length > pageSize && { next: writeCursor(cursorOf(last)) }),
  }
}

const writeCursor = ({ at, id }: Cursor): string => `${Date.parse(at)}_${id}`

/** The contract's pattern has been checked. */
function readCursor(text: string): Cursor {
  const [ms = 0, id = 0] = text.split('_').map(Number)
  return { at: new Date(ms).toISOString(), id }
}
