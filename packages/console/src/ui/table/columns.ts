import type { ReactNode } from 'react'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly render: (row: T, index: number) => ReactNode
  readonly width?: number
  /** Right-aligned with digits of equal width; the unit belongs into the title. */
  readonly isNumber?: boolean
  readonly fixed?: 'left' | 'right'
  /** Not shown until the user asks for it. */
  readonly isOptional?: boolean
  /** Cannot be hidden: the code, the actions. */
  readonly isEssential?: boolean
  /** Sorts what is on the page; only for lists that come whole. */
  readonly sortBy?: (row: T) => string | number | null
  /** Cut with an ellipsis instead of wrapped. */
  readonly isCut?: boolean
  /** Its cells hold buttons. */
  readonly isActions?: boolean
}

/** Says which row it is: in sight at the left, whatever is scrolled or hidden. */
export const leading = { fixed: 'left', isEssential: true } as const

/** The buttons of each row. */
export interface RowActions<T> {
  readonly width: number
  readonly render: (row: T) => ReactNode
}

/** In sight at the right, as the leading column is at the left. */
export const actionsColumn = <T>(title: string, actions: RowActions<T>): Column<T> => ({
  ...actions,
  key: 'actions',
  title,
  fixed: 'right',
  isEssential: true,
  isActions: true,
})

export type Density = 'small' | 'middle' | 'large'

/** What a user changed on one screen's table. */
export interface TableSettings {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Optional columns that the user asked for. */
  readonly shown: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const defaultSettings: TableSettings = {
  order: [],
  hidden: [],
  shown: [],
  widths: {},
  density: 'middle',
}

type Placed = Pick<Column<unknown>, 'key' | 'fixed' | 'isOptional' | 'isEssential'>

/** In the user's order; columns that came into the product later keep their place among the others. */
export function orderedColumns<C extends Placed>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  const place = new Map(order.map((key, index) => [key, index]))
  let last = -1
  const placed = columns.map((column) => {
    last = place.get(column.key) ?? last + 0.001
    return [last, column] as const
  })
  const edge = ({ fixed }: C) => (fixed === 'left' ? -1 : fixed === 'right' ? 1 : 0)
  return placed.toSorted(([a, x], [b, y]) => edge(x) - edge(y) || a - b).map(([, column]) => column)
}

export function isShown(column: Placed, settings: TableSettings): boolean {
  if (column.isEssential) return true
  return column.isOptional ? settings.shown.includes(column.key) : !settings.hidden.includes(column.key)
}

export function toggled(column: Placed, settings: TableSettings): TableSettings {
  const list = column.isOptional ? 'shown' : 'hidden'
  const had = settings[list].includes(column.key)
  const next = had ? settings[list].filter((key) => key !== column.key) : [...settings[list], column.key]
  return { ...settings, [list]: next }
}

/** Moves a column one place among the movable ones. */
export function moved(
  columns: readonly Placed[],
  settings: TableSettings,
  { key, by }: { readonly key: string; readonly by: -1 | 1 },
): TableSettings {
  const keys = orderedColumns(columns, settings.order).map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + by
  const neighbour = keys[to]
  if (from < 0 || neighbour === undefined) return settings
  return { ...settings, order: keys.with(to, key).with(from, neighbour) }
}
