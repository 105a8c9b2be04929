import { type Rollout, rolloutRights, rollouts, stopReasons } from '@wattkeeper/contracts/api/rollouts'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useMay, useProfile } from '../../api/profile.tsx'
import { useAction } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import { type Deed, deedsOf, progressOf } from './rollout-rules.ts'
import { useText } from './text.ts'
import css from './rollout.module.css'

const ConfirmBox = lazy(async () => ({ default: (await import('../form/ConfirmBox.tsx')).ConfirmBox }))

export type Steered = Pick<Rollout, 'id' | 'kind' | 'code' | 'state' | 'stopReason' | 'counts'>

interface Props {
  readonly rollout: Steered
  /** A new one that takes this one back. */
  readonly onUndone?: (id: number) => void
}

/** Features that show roll-outs under names of their own. */
const alsoRefresh = { alsoRefresh: ['batchSettings', 'upgradeTasks'] } as const

function useDeeds(onUndone: Props['onUndone']) {
  const pause = useAction(rollouts.pause, alsoRefresh)
  const resume = useAction(rollouts.resume, alsoRefresh)
  const cancel = useAction(rollouts.cancel, alsoRefresh)
  const retry = useAction(rollouts.retry, alsoRefresh)
  const undo = useAction(rollouts.undo, { ...alsoRefresh, onDone: ({ data }) => onUndone?.(data.id) })
  return { pause, resume, cancel, retry, undo }
}

/** Whether the user may steer a roll-out of this kind at all. */
export function useMaySteer(): (kind: Rollout['kind']) => boolean {
  const may = useMay()
  const { permissions } = useProfile()
  return (kind) => may(rollouts.pause) && permissions.includes(rolloutRights[kind].write)
}

/** The buttons that fit its state; each asks first and says whom it concerns. */
export function RolloutActions({ rollout, onUndone }: Props): ReactNode {
  const t = useText()
  const maySteer = useMaySteer()
  const [asked, setAsked] = useState<Deed>()
  if (!maySteer(rollout.kind)) return null
  return (
    <>
      {deedsOf(rollout).map((deed) => (
        <Button
          key={deed}
          {...(deed === 'resume' && { type: 'primary' as const })}
          danger={deed === 'cancel'}
          onClick={() => setAsked(deed)}
        >
          {t(deed)}
        </Button>
      ))}
      {asked && (
        <AskDeed deed={asked} rollout={rollout} onUndone={onUndone} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

interface AskProps {
  readonly deed: Deed
  readonly rollout: Steered
  readonly onUndone?: Props['onUndone'] | undefined
  readonly onClose: () => void
}

/** Asks before it does something to a roll-out, wherever it was pressed. */
export function AskDeed({ deed, rollout, onUndone, onClose }: AskProps): ReactNode {
  const t = useText()
  const deeds = useDeeds(onUndone)
  return (
    <Suspense>
      <ConfirmBox
        isDanger={deed === 'cancel'}
        okText={t(deed)}
        onConfirm={() => deeds[deed].run({ id: rollout.id })}
        onClose={onClose}
      >
        <Question deed={deed} rollout={rollout} />
      </ConfirmBox>
    </Suspense>
  )
}

function Question({ deed, rollout }: { readonly deed: Deed; readonly rollout: Steered }): ReactNode {
  const t = useText()
  const say = useWords()
  const { code, counts, state, stopReason } = rollout
  const { left } = progressOf(counts)
  const waiting = counts.waiting
  if (deed === 'retry') return t('retry.ask', { code, count: counts.failed })
  if (deed === 'undo') return t('undo.ask', { code, count: counts.success + counts.failed })
  if (deed === 'pause') return t('pause.ask', { code, left: waiting })
  if (deed === 'cancel') return t('cancel.ask', { code, left: waiting })
  return (
    <>
      <p>{t('resume.ask', { code, left })}</p>
      {state === 'stopped' && stopReason !== null && (
        <p className={css.warning}>{t('resume.stopped', { reason: say(stopReasons[stopReason]) })}</p>
      )}
    </>
  )
}
