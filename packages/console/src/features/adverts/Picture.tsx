import type { ReactNode } from 'react'
import { useText } from './text.ts'
import css from './adverts.module.css'

interface Props {
  readonly address: string
  readonly type: string
  readonly name: string
}

/** An advertisement as the screen shows it. */
export function Picture({ address, type, name }: Props): ReactNode {
  const t = useText()
  const label = t('preview', { name })
  return type.startsWith('video/') ? (
    <video className={css.picture} src={address} aria-label={label} controls muted playsInline />
  ) : (
    <img className={css.picture} src={address} alt={label} />
  )
}
