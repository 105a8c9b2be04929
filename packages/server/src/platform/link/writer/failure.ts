import pg from 'pg'

/**
 * Whether the database refused the data itself (SQLSTATE 22, 23): then no retry helps, and the culprit must be found.
 * Anything else is a state that passes: connection (08), resources (53), operator (57), serialisation (40), or a
 * mistake of ours, and no message is given up for it. A missing partition comes as 23514 but is a state too.
 */
export function isRefusalOfData(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.routine === 'ExecFindPartition') return false
  return error.code?.startsWith('22') === true || error.code?.startsWith('23') === true
}
