import type { ReactNode } from 'react'
import css from './detail.module.css'

interface Props {
  readonly title: string
  readonly beside?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Card({ title, beside, isWide = false, children }: Props): ReactNode {
  return (
    <section className={css.card} data-wide={isWide}>
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
