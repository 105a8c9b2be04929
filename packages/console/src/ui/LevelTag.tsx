import type { ReactNode } from 'react'
import css from './ui.module.css'

interface Props {
  /** 1 the worst to 4; 0 or null when there is none. */
  readonly level: number | null
  readonly label: string
}

const marks = ['·', '▲', '◆', '●', '○'] as const

/** A level by colour, mark and word. */
export function LevelTag({ level, label }: Props): ReactNode {
  return (
    <span className={css.level} data-level={level ?? 0}>
      <span aria-hidden="true">{marks[level ?? 0] ?? '·'}</span>
      {label}
    </span>
  )
}
