import type { ReactNode } from 'react'
import css from './ui.module.css'

interface Props {
  readonly tone?: 'good' | 'bad' | 'warn' | 'info' | 'idle'
  readonly children: ReactNode
}

export const Tag = ({ tone = 'idle', children }: Props): ReactNode => (
  <span className={css.tag} data-tone={tone}>
    {children}
  </span>
)
