import { type ReactNode, useId } from 'react'
import css from './detail.module.css'

interface Props {
  readonly title: string
  readonly beside?: ReactNode
  readonly children: ReactNode
}

export function Card({ title, beside, children }: Props): ReactNode {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
