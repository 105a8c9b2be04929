import type { FieldError } from '@wattkeeper/contracts/kit'

export interface RowError {
  /** As Excel numbers its rows; undefined when the whole file is meant. */
  readonly row: number | undefined
  /** The contract's field, as the server names it; empty when the whole row is meant. */
  readonly field: string
  readonly message: string
}

function readError({ path, message }: FieldError): RowError {
  const found = path.match(/^rows\.(\d+)(?:\.(.+))?$/)
  if (!found) return { row: undefined, field: path, message }
  return { row: Number(found[1]), field: found[2] ?? '', message }
}

/** The server's errors by row, first row first; those of the whole file lead. */
export function rowErrors(errors: readonly FieldError[]): RowError[] {
  return errors.map(readError).sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
}
