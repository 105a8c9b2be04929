import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Data } from '../../api/queries.ts'
import { Empty } from '../table/Empty.tsx'
import css from './detail.module.css'

const notFound = 404

interface Props<T> {
  readonly found: Data<T>
  /** Shown of one that is not there. */
  readonly missing: ReactNode
  readonly children: (found: T) => ReactNode
}

/** One thing of a list, or why it is not shown: not there, failed, on its way. */
export function Detail<T>({ found: { data, failure, refresh }, missing, children }: Props<T>): ReactNode {
  if (failure?.code === notFound) return missing
  if (data) return children(data)
  if (!failure) return <Waiting />
  return (
    <section className={css.card}>
      <Empty failure={failure} isFiltered={false} onRetry={refresh} />
    </section>
  )
}

export const Waiting = (): ReactNode => (
  <div className={css.waiting} role="status" aria-busy>
    <div />
    <div />
    <div />
  </div>
)

interface MissingProps {
  readonly title: string
  readonly said: string
  readonly back: { readonly to: string; readonly text: string }
}

export const Missing = ({ title, said, back }: MissingProps): ReactNode => (
  <section className={css.missing}>
    <h2>{title}</h2>
    <p>{said}</p>
    <Link to={back.to}>{back.text}</Link>
  </section>
)
