import type { RolloutDetail } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { useParamShapes } from '../../../ui/param/useParamShapes.ts'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import css from './detail.module.css'

/** What is set, in the words of the dictionary. */
export function Params({ params }: Pick<RolloutDetail, 'params'>): ReactNode {
  const t = useText()
  const { nameOf, wordsOf } = useParamShapes()
  return (
    <Card title={t('params.title')}>
      <dl className={css.params}>
        {params.map(({ id, value }) => (
          <div key={id}>
            <dt>
              {nameOf(id)} <small>{id}</small>
            </dt>
            <dd>{wordsOf(id, value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
