import { commandReasons } from '@wattkeeper/contracts/api/commands'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { clockTime } from '../time/format.ts'
import { usePlatformZone } from '../time/zone.ts'
import css from './command.module.css'
import { type Progress, type Step, stepsOf } from './steps.ts'
import { useText } from './text.ts'

interface Props {
  readonly command: Progress
}

const marks: Readonly<Record<Step['look'], string>> = { done: '✓', now: '…', bad: '✕' }

/** How far a command has come, each step with its time: sent → delivered → confirmed, or why not. */
export function CommandState({ command }: Props): ReactNode {
  const t = useText()
  const say = useWords()
  const zone = usePlatformZone()
  const clock = (at: string) => clockTime(Date.parse(at), zone)
  const { reason, message, retryCount, state, result, expireTime } = command
  const said = [
    reason && say(commandReasons[reason]),
    message,
    retryCount > 0 && t('said.retried', { count: retryCount }),
    state === 'waiting' && result === 9 && t('said.until', { time: clock(expireTime) }),
  ].filter(Boolean)
  return (
    <span className={css.progress} role="status">
      <ol className={css.steps} aria-label={t('steps')}>
        {stepsOf(command).map(({ key, look, at }) => (
          <li key={key} className={css.step} data-look={look}>
            <span aria-hidden="true">{marks[look]}</span>
            {t(`step.${key}`)}
            {at !== null && <time dateTime={at}>{clock(at)}</time>}
          </li>
        ))}
      </ol>
      {said.length > 0 && <span className={css.said}>{said.join(' · ')}</span>}
    </span>
  )
}
