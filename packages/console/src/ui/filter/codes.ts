/** What was typed or pasted, as codes. */
export interface Codes {
  readonly codes: readonly string[]
  /** So many were there before, and are removed. */
  readonly repeated: number
  /** So many are more than can be asked for at once. */
  readonly left: number
}

/** One code a line: letters and digits; whatever else comes with them is stripped. */
export const cleanLines = (typed: string): string =>
  typed.replaceAll(/\r\n?/g, '\n').replaceAll(/[^A-Za-z0-9\n]/g, '')

export function readCodes(typed: string, most: number): Codes {
  const given = cleanLines(typed)
    .split('\n')
    .filter((code) => code !== '')
  const each = [...new Set(given)]
  const codes = each.slice(0, most)
  return { codes, repeated: given.length - each.length, left: each.length - codes.length }
}
