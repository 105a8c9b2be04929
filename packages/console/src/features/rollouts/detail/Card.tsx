import type { ReactNode } from 'react'
import css from './detail.module.css'

interface Props {
  readonly title: string
  readonly beside?: ReactNode
  readonly children: ReactNode
}

export function Card({ title, beside, children }: Props): ReactNode {
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
