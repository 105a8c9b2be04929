import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './detail.module.css'

interface Props {
  /** Where it came from. */
  readonly back: { readonly to: string; readonly text: string }
  readonly title: ReactNode
  readonly facts: ReactNode
  /** What can be done with it. */
  readonly buttons: ReactNode
}

/** Which one this is, how it is, and what can be done with it. */
export function DetailHeading({ back, title, facts, buttons }: Props): ReactNode {
  return (
    <header className={css.heading}>
      <div>
        <Link className={css.back} to={back.to}>
          ← {back.text}
        </Link>
        <h2>{title}</h2>
        <p>{facts}</p>
      </div>
      <div className={css.buttons}>{buttons}</div>
    </header>
  )
}
