import type { RolloutPreview } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { groupsOf } from './rollout-rules.ts'
import { useText } from './text.ts'
import { useSpan } from './useSpan.ts'
import css from './rollout.module.css'

interface Props {
  readonly preview: RolloutPreview
  readonly pace: { readonly upgradeCount: number; readonly interval: number }
}

/** What a roll-out would touch, in numbers. */
export function Preview({ preview, pace }: Props): ReactNode {
  const t = useText()
  const span = useSpan()
  const { total, eligible, offline, skipped, byOperator, byModel, byVersion } = preview
  const { groups, minutes } = groupsOf(eligible, pace)
  return (
    <div className={css.preview}>
      <dl>
        <Figure name={t('preview.eligible')} count={eligible} tone="good" />
        <Figure name={t('preview.offline')} count={offline} hint={t('preview.offline.hint')} />
        <Figure name={t('preview.skipped')} count={total - eligible} tone="warn" />
      </dl>
      {eligible === 0 ? (
        <p role="alert" className={css.warning}>
          {t('preview.none')}
        </p>
      ) : (
        <p>{groups === 1 ? t('preview.oneGroup') : t('preview.groups', { groups, time: span(minutes) })}</p>
      )}
      <Breakdown
        title={t('preview.reasons')}
        entries={skipped.map(({ label, count }) => ({ name: label, count }))}
      />
      <Breakdown title={t('preview.byOperator')} entries={byOperator} />
      <Breakdown title={t('preview.byModel')} entries={byModel} />
      <Breakdown title={t('preview.byVersion')} entries={byVersion} />
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly count: number
  readonly tone?: 'good' | 'warn'
  readonly hint?: string
}

function Figure({ name, count, tone, hint }: FigureProps): ReactNode {
  return (
    <div data-tone={count > 0 ? tone : undefined}>
      <dt>{name}</dt>
      <dd>
        {count.toLocaleString()}
        {hint && count > 0 && <small>{hint}</small>}
      </dd>
    </div>
  )
}

interface Entry {
  readonly name: string
  readonly count: number
}

const mostShown = 5

function Breakdown({
  title,
  entries,
}: {
  readonly title: string
  readonly entries: readonly Entry[]
}): ReactNode {
  const t = useText()
  if (entries.length === 0) return null
  const sorted = entries.toSorted((a, b) => b.count - a.count)
  const rest = sorted.slice(mostShown)
  const most = sorted[0]?.count ?? 1
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {sorted.slice(0, mostShown).map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <i style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
            <b>{count.toLocaleString()}</b>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p>
          {t('preview.more', {
            count: rest.length,
            devices: rest.reduce((sum, { count }) => sum + count, 0).toLocaleString(),
          })}
        </p>
      )}
    </section>
  )
}
