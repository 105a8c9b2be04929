import type { ReactNode } from 'react'
import css from './pages.module.css'

export const ScreenSkeleton = (): ReactNode => (
  <div className={css.skeleton} aria-busy="true">
    {Array.from({ length: 8 }, (_, row) => (
      <div key={row} />
    ))}
  </div>
)
