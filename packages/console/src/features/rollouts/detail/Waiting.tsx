import type { ReactNode } from 'react'
import css from './detail.module.css'

export const Waiting = (): ReactNode => (
  <div className={css.wait} role="status" aria-busy>
    <div />
    <div />
    <div />
  </div>
)
