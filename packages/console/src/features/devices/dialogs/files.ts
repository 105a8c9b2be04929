import type { DeviceWithSecret } from '@wattkeeper/contracts/api/devices'

type Row = readonly (string | number)[]

const quoted = (cell: string | number): string => `"${String(cell).replaceAll('"', '""')}"`

/** Rows as CSV; the mark in front makes Excel read Chinese as UTF-8. */
export const csvOf = (rows: readonly Row[]): string =>
  `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`

/** A spreadsheet takes such a beginning for a formula, and whoever made the cell is not always who opens it. */
export const asText = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** Codes and secrets exactly as they are: what provisions the devices reads this file. */
export const secretsCsv = (header: Row, made: readonly DeviceWithSecret[]): string =>
  csvOf([header, ...made.map(({ code, secret }) => [code, secret])])

export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // revoked at once, some browsers save nothing
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** `20261121-140322`, for file names. */
export const stamp = (at: Date): string =>
  at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
