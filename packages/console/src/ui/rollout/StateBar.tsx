import { type RolloutCounts, type TargetState, targetStates } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { barStates } from './rollout-rules.ts'
import { useText } from './text.ts'
import css from './rollout.module.css'

interface Props {
  readonly counts: RolloutCounts
  /** In a table: a thin bar with its words on hover. */
  readonly isSmall?: boolean
  /** Below the bar each state is a button; these are pressed. */
  readonly chosen?: readonly TargetState[]
  readonly onChoose?: (state: TargetState) => void
}

/** How many devices are in which state, as lengths; the words below it choose one. */
export function StateBar({ counts, isSmall = false, chosen = [], onChoose }: Props): ReactNode {
  const t = useText()
  const say = useWords()
  const present = barStates.filter((state) => counts[state] > 0)
  const total = present.reduce((sum, state) => sum + counts[state], 0)
  const part = (state: TargetState) =>
    t('bar.part', { state: say(targetStates[state]), count: counts[state] })
  const label = t('bar', { total, said: present.map(part).join('、') })
  return (
    <div className={css.states}>
      <div className={css.bar} data-small={isSmall} role="img" aria-label={label} title={label}>
        {present.map((state) => (
          <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      {onChoose && (
        <ul className={css.legend}>
          {barStates.map((state) => (
            <li key={state}>
              <button
                type="button"
                disabled={counts[state] === 0 && !chosen.includes(state)}
                aria-pressed={chosen.includes(state)}
                title={t('bar.filter', { state: say(targetStates[state]), count: counts[state] })}
                onClick={() => onChoose(state)}
              >
                <i data-state={state} aria-hidden="true" />
                {say(targetStates[state])} <b>{counts[state].toLocaleString()}</b>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
