import type { RolloutDetail, TargetState } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { StateBar } from '../../../ui/rollout/StateBar.tsx'
import { countdown, percentOf, progressOf } from '../../../ui/rollout/rollout-rules.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import css from './detail.module.css'

interface Props {
  readonly rollout: RolloutDetail
  readonly chosen: readonly TargetState[]
  readonly onChoose: (state: TargetState) => void
}

/** How far it is: the bar of states, and beside it what an operator asks first. */
export function States({ rollout, chosen, onChoose }: Props): ReactNode {
  const t = useText()
  const { done, meant, share } = progressOf(rollout.counts)
  return (
    <Card
      title={t('states.title')}
      beside={
        <span className={css.share}>
          <b>{percentOf(share)}</b> {done.toLocaleString()} / {meant.toLocaleString()}
        </span>
      }
    >
      <StateBar counts={rollout.counts} chosen={chosen} onChoose={onChoose} />
      <Facts rollout={rollout} />
    </Card>
  )
}

function Facts({ rollout }: { readonly rollout: RolloutDetail }): ReactNode {
  const t = useText()
  const { state, counts, upgradeCount: count, interval, windowStart, windowEnd, finishTime } = rollout
  const { success, failed } = counts
  const isOver = state === 'completed' || state === 'canceled'
  const rate = success + failed === 0 ? '—' : percentOf(success / (success + failed))
  return (
    <dl className={css.facts}>
      <Fact name={t('fact.success')}>{rate}</Fact>
      <Fact name={t('fact.next')}>
        <NextGroup rollout={rollout} />
      </Fact>
      {isOver ? (
        <Fact name={t('fact.ended')}>
          <Time at={finishTime} />
        </Fact>
      ) : (
        <Fact name={t('fact.end')} hint={t('fact.end.hint')}>
          <Time isAbsolute at={rollout.estimatedEndTime} />
        </Fact>
      )}
      <Fact name={t('fact.starts')}>
        <Time isAbsolute at={rollout.startTime} />
      </Fact>
      <Fact name={t('fact.pace')}>
        {count === null || interval === null ? t('pace.free') : t('pace.said', { count, interval })}
      </Fact>
      <Fact name={t('fact.window')}>
        {windowStart === null || windowEnd === null ? t('fact.window.none') : `${windowStart} – ${windowEnd}`}
      </Fact>
      <Fact name={t('fact.threshold')}>
        {rollout.failureThreshold >= 1 ? t('fact.threshold.never') : percentOf(rollout.failureThreshold)}
      </Fact>
      <Fact name={t('fact.deadline')}>{t('fact.deadline.said', { hours: rollout.deadlineHours })}</Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly hint?: string
  readonly children: ReactNode
}

const Fact = ({ name, hint, children }: FactProps): ReactNode => (
  <div>
    <dt>
      {name} {hint && <small>{hint}</small>}
    </dt>
    <dd>{children}</dd>
  </div>
)

const secondMs = 1000

/** Counts down to the next group while there is one to come. */
function NextGroup({ rollout }: { readonly rollout: RolloutDetail }): ReactNode {
  const t = useText()
  const { state, nextGroupTime, counts } = rollout
  const comes = (state === 'running' || state === 'scheduled') && counts.waiting > 0 && nextGroupTime !== null
  const now = useNow(comes ? secondMs : undefined)
  if (!comes) return t('fact.next.none')
  const left = Date.parse(nextGroupTime) - now
  return (
    <span className={css.countdown} role="timer">
      {left > 0 ? t('fact.next.in', { time: countdown(left) }) : t('fact.next.now')}
    </span>
  )
}
