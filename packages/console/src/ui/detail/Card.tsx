import type { ReactNode } from 'react'
import css from './detail.module.css'

interface Props {
  readonly title: string
  readonly beside?: ReactNode
  /** As wide as the page, among cards that stand side by side. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Card({ title, beside, isWide = false, children }: Props): ReactNode {
  return (
    <section className={css.card} data-wide={isWide} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
