import type { ReactNode } from 'react'
import css from './small-table.module.css'

export interface SmallColumn<T> {
  readonly key: string
  readonly title: string
  readonly isNumber?: boolean
  readonly show: (row: T) => ReactNode
}

interface Props<T> {
  /** What the rows are, for those who do not see the heading. */
  readonly label: string
  readonly columns: readonly SmallColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly empty: string
  /** All rows stand on the page, however many. */
  readonly isWhole?: boolean
}

/** A few rows that are read at a glance: nothing to page, sort or arrange. */
export function SmallTable<T>({ label, columns, rows, keyOf, empty, isWhole = false }: Props<T>): ReactNode {
  if (rows.length === 0) return <p className={css.empty}>{empty}</p>
  const align = ({ isNumber }: SmallColumn<T>) => (isNumber ? css.number : undefined)
  return (
    <div className={css.scroll} data-whole={isWhole} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={align(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} className={align(column)}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
