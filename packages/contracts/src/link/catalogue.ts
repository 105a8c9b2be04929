import { basic } from './boards/micro-inverter.ts'
import { andersen, bms, mppt, pcs, sc } from './boards/portable.ts'
import { battery, bay, cabinet } from './boards/swap.ts'
import type { Signal, ValuesOf } from './signal.ts'

/**
 * Every board that reports: the decoder, the places in storage, the columns of pages and exports and the
 * simulator all follow from here. `units` is a list inside the board's values (the bays of a cabinet);
 * each entry is stored as a unit of its own, numbered by `key`.
 */
export const catalogue = {
  sc: { zh: '显控板', en: 'Display control', signals: sc },
  andersen: { zh: '安德森电源', en: 'Anderson port', signals: andersen },
  bms: { zh: 'BMS', en: 'BMS', signals: bms },
  pcs: { zh: '双向电源', en: 'Bidirectional inverter', signals: pcs },
  mppt: { zh: 'MPPT', en: 'MPPT', signals: mppt },
  basic: { zh: '基本运行数据', en: 'Basic running data', signals: basic },
  cabinet: {
    zh: '换电柜',
    en: 'Swap cabinet',
    signals: cabinet,
    units: { field: 'bays', key: 'bay', zh: '仓', en: 'Bay', most: 99, signals: bay },
  },
  battery: { zh: '换电电池', en: 'Swap battery', signals: battery },
} as const satisfies Record<string, BoardDescription>

export interface BoardDescription {
  readonly zh: string
  readonly en: string
  readonly signals: readonly Signal[]
  readonly units?: UnitsDescription
}

export interface UnitsDescription {
  readonly field: string
  readonly key: string
  readonly zh: string
  readonly en: string
  readonly most: number
  readonly signals: readonly Signal[]
}

export type Board = keyof typeof catalogue

type UnitsOf<B extends Board> = (typeof catalogue)[B] extends {
  units: {
    field: infer F extends string
    key: infer K extends string
    signals: infer S extends readonly Signal[]
  }
}
  ? { [Field in F]?: (Record<K, number> & ValuesOf<S>)[] }
  : unknown

/** What `values` of a telemetry message may hold for a board. */
export type BoardValues<B extends Board> = ValuesOf<(typeof catalogue)[B]['signals']> & UnitsOf<B>

export const boards = Object.keys(catalogue).filter(isBoard)

export function isBoard(name: string): name is Board {
  return Object.hasOwn(catalogue, name)
}

export function describeBoard(board: Board): BoardDescription {
  return catalogue[board]
}

/** Where the signals of a board (or of its units) are stored: numbers by position, the rest by name. */
export interface Layout {
  readonly numbers: readonly Signal[]
  readonly extra: readonly Signal[]
}

export function layoutOf(signals: readonly Signal[]): Layout {
  return {
    numbers: signals.filter((signal) => signal.kind === 'number'),
    extra: signals.filter((signal) => signal.kind !== 'number'),
  }
}
