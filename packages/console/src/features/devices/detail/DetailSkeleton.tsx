import type { ReactNode } from 'react'
import css from './detail.module.css'

export const DetailSkeleton = (): ReactNode => (
  <div className={css.skeleton} aria-busy="true">
    <div />
    <div />
  </div>
)
