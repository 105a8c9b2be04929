import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { wordsOfLight } from './lights.ts'
import css from './lamp.module.css'

interface Props {
  /** 0 to 8; null is not known. */
  readonly light: number | null
  /** The words stand beside it; otherwise they are its tip and for screen readers. */
  readonly isNamed?: boolean
}

/** An indicator in its own colour: a disc is steady, a ringed disc flashes, a ring is off. */
export function Lamp({ light, isNamed = false }: Props): ReactNode {
  const said = useWords()
  const meant = wordsOfLight(light)
  const name = meant ? said(meant) : '—'
  return (
    <span className={css.named} title={isNamed ? undefined : name}>
      <span className={css.lamp} data-light={light ?? undefined} aria-hidden="true" />
      <span className={isNamed ? undefined : 'wk-visually-hidden'}>{name}</span>
    </span>
  )
}
