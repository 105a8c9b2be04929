import type { ReactNode } from 'react'
import { useUiText } from './text.ts'
import css from './ui.module.css'

interface Props {
  readonly isOnline: 0 | 1
  /** The word is there for screen readers only. */
  readonly isIcon?: boolean
}

/** Shape and word, not colour alone: a full disc is online, a ring is offline. */
export function OnlineDot({ isOnline, isIcon = false }: Props): ReactNode {
  const t = useUiText()
  const word = t(`online.${isOnline}`)
  return (
    <span
      className={isIcon ? css.onlineIcon : css.online}
      data-online={isOnline}
      title={isIcon ? word : undefined}
    >
      <span className={css.dot} aria-hidden="true" />
      <span className={isIcon ? 'wk-visually-hidden' : undefined}>{word}</span>
    </span>
  )
}
