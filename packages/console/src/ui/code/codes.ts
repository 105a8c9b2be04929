/** Only letters, digits and newlines stay, as the specification says. */
export const stripCodes = (typed: string): string =>
  typed.replaceAll('\r\n', '\n').replace(/[^A-Za-z0-9\n]/g, '')

interface Codes {
  /** Each once, in the order typed. */
  readonly valid: readonly string[]
  readonly repeated: number
}

/** One code per line; empty lines do not count. */
export function codesIn(typed: string): Codes {
  const lines = stripCodes(typed)
    .split('\n')
    .filter((line) => line !== '')
  const valid = [...new Set(lines)]
  return { valid, repeated: lines.length - valid.length }
}
