import type { Bay, CabinetPicture } from '@wattkeeper/contracts/api/cabinets'
import type { ReactNode } from 'react'
import { useText } from '../text.ts'
import { Whole } from './Whole.tsx'
import css from './picture.module.css'

interface Props {
  readonly code: string
  readonly picture: CabinetPicture
  /** What a bay is on this picture: a link, a choice. */
  readonly renderBay: (bay: Bay) => ReactNode
}

/** A cabinet as one stands before it: what it says as a whole on its head, below the bays in their order. */
export function Picture({ code, picture, renderBay }: Props): ReactNode {
  const t = useText()
  const { values, bays } = picture
  const many = (holds: (bay: Bay['values']) => boolean) => bays.filter((bay) => holds(bay.values)).length
  return (
    <section className={css.cabinet} aria-label={t('picture.label', { code })}>
      <header className={css.head}>
        <Whole values={values} />
        <p>
          {t('picture.bays', {
            charging: many(({ charging }) => charging === 1),
            occupied: many(({ occupied }) => occupied === 1),
            all: bays.length,
            open: many(({ doorOpen }) => doorOpen === 1),
          })}
        </p>
      </header>
      <ul className={css.bays}>
        {bays.map((bay) => (
          <li key={bay.bay}>{renderBay(bay)}</li>
        ))}
      </ul>
    </section>
  )
}
