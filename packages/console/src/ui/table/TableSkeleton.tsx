import type { ReactNode } from 'react'
import css from './table.module.css'

const rows = 10

/** Only the first time; afterwards the old rows stay until the new ones are there. */
export const TableSkeleton = (): ReactNode => (
  <div className={css.skeleton} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} />
    ))}
  </div>
)
