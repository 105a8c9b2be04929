import { type RolloutDetail, rollouts } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { Detail, Missing } from '../../../ui/detail/Detail.tsx'
import { useUrlState } from '../../../ui/url/useUrlState.ts'
import { listPath, targetCodecs, withReason, withState } from '../rollout-filter.ts'
import { useText } from '../text.ts'
import { Curve } from './Curve.tsx'
import { Heading } from './Heading.tsx'
import { Notices } from './Notices.tsx'
import { Params } from './Params.tsx'
import { Reasons } from './Reasons.tsx'
import { States } from './States.tsx'
import { Targets } from './Targets.tsx'
import css from './detail.module.css'

/** What moves says so on the live stream; this is for what moves with the clock alone. */
const readEveryMs = 15_000

/** One roll-out as it goes on, whatever it brings to the devices. */
export function RolloutView({ id }: { readonly id: number }): ReactNode {
  const found = useData(rollouts.detail, { id }, { live: ['rollouts'], pollMs: readEveryMs, quiet: true })
  return (
    <Detail found={found} missing={<Nothing />}>
      {(rollout) => <Found rollout={rollout} readAt={found.readAt} />}
    </Detail>
  )
}

function Nothing(): ReactNode {
  const t = useText()
  return <Missing title={t('notFound')} said={t('notFound.said')} back={{ to: listPath, text: t('back') }} />
}

interface FoundProps {
  readonly rollout: RolloutDetail
  readonly readAt: number
}

function Found({ rollout, readAt }: FoundProps): ReactNode {
  const state = useUrlState(targetCodecs)
  return (
    <div className={css.page}>
      <Heading rollout={rollout} />
      <Notices rollout={rollout} />
      <States
        rollout={rollout}
        chosen={state.filter.states ?? []}
        onChoose={(one) => state.set(withState(state.filter, one))}
      />
      <div className={css.pair}>
        <Curve rollout={rollout} readAt={readAt} />
        <div className={css.stack}>
          <Reasons
            reasons={rollout.reasons}
            filter={state.filter}
            onChoose={(one) => state.set(withReason(state.filter, one))}
          />
          {rollout.params.length > 0 && <Params params={rollout.params} />}
        </div>
      </div>
      <Targets rollout={rollout} state={state} />
    </div>
  )
}
