import { boards, describeBoard, layoutOf } from '@wattkeeper/contracts/link'
import type { Signal } from '@wattkeeper/contracts/link'
import type pg from 'pg'

/** Writes the view of each board as the catalogue describes it now: signals by name for people who query by hand. */
export async function defineBoardViews(db: pg.Pool): Promise<void> {
  for (const board of boards) {
    const { signals, units } = describeBoard(board)
    await define(db, { view: `telemetry_${board}`, board, isUnits: false, signals })
    if (units)
      await define(db, {
        view: `telemetry_${board}_${units.field}`,
        board,
        isUnits: true,
        signals: units.signals,
      })
  }
}

interface View {
  view: string
  board: string
  isUnits: boolean
  signals: readonly Signal[]
}

async function define(db: pg.Pool, { view, board, isUnits, signals }: View): Promise<void> {
  const places = new Map(layoutOf(signals).numbers.map((signal, index) => [signal, index + 1]))
  const columns = signals.map((signal) => {
    const place = places.get(signal)
    return place === undefined ? { name: signal.name, cast: signal.kind } : { name: signal.name, place }
  })
  await db.query('select define_board_view($1, $2, $3, $4::jsonb)', [
    view,
    board,
    isUnits,
    JSON.stringify(columns),
  ])
}
