import { type RolloutDetail, targetStates } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { useWords } from '../../../i18n/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { targetTones } from '../../../ui/rollout/rollout-rules.ts'
import { type TargetFilter, isChosen } from '../rollout-filter.ts'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import css from './detail.module.css'

type Reason = RolloutDetail['reasons'][number]

interface Props {
  readonly reasons: readonly Reason[]
  readonly filter: TargetFilter
  readonly onChoose: (reason: Reason) => void
}

/** What came in the way, how often; a press shows the devices below. */
export function Reasons({ reasons, filter, onChoose }: Props): ReactNode {
  const t = useText()
  const say = useWords()
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  const sorted = reasons.toSorted(
    (a, b) => Number(b.state === 'failed') - Number(a.state === 'failed') || b.count - a.count,
  )
  return (
    <Card title={t('reasons.title')}>
      {sorted.length === 0 && <p className={css.none}>{t('reasons.none')}</p>}
      <ul className={css.reasons}>
        {sorted.map((one) => {
          const label = one.label || t('reasons.other')
          return (
            <li key={`${one.state} ${one.reason ?? ''}`}>
              <button
                type="button"
                aria-pressed={isChosen(filter, one)}
                title={t('reasons.filter', { reason: label, count: one.count })}
                onClick={() => onChoose(one)}
              >
                <Tag tone={targetTones[one.state]}>{say(targetStates[one.state])}</Tag>
                <span>{label}</span>
                <b>{one.count.toLocaleString()}</b>
                <i
                  data-state={one.state}
                  style={{ inlineSize: `${(one.count / most) * 100}%` }}
                  aria-hidden="true"
                />
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
