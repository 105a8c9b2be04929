import type { Board, TelemetryReport } from '@wattkeeper/contracts/link'

type ReadingOf<B extends Board> = { [Each in B]: Pick<TelemetryReport<Each>, 'board' | 'values'> }[B]

/** What one board says of this instant. */
export type Reading = ReadingOf<Board>
