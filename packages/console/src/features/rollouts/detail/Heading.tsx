import { type RolloutDetail, rolloutKinds, rolloutRights } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useDeviceTypes } from '../../../api/choices.ts'
import { useProfile } from '../../../api/profile.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { DetailHeading } from '../../../ui/detail/DetailHeading.tsx'
import { RolloutActions } from '../../../ui/rollout/RolloutActions.tsx'
import { RolloutTag } from '../../../ui/rollout/RolloutTag.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { listPath, pathOf } from '../rollout-filter.ts'
import { useText } from '../text.ts'

/** The lists of the two kinds, for whoever has them. */
const lists = { params: '/maintenance/batchsetting', firmware: '/upgrade/task' } as const

export function Heading({ rollout }: { readonly rollout: RolloutDetail }): ReactNode {
  const t = useText()
  const say = useWords()
  const navigate = useNavigate()
  const { permissions } = useProfile()
  const { kind, code, state, stopReason, remark, createBy, createTime, undoes, undoneBy, firmware } = rollout
  const hasList = permissions.includes(rolloutRights[kind].read)
  return (
    <DetailHeading
      back={{ to: hasList ? lists[kind] : listPath, text: t(hasList ? `back.${kind}` : 'back') }}
      title={
        <>
          {code} <RolloutTag state={state} stopReason={stopReason} />
        </>
      }
      facts={
        <>
          <span>{say(rolloutKinds[kind])}</span>
          {firmware && <Firmware {...firmware} />}
          <span>
            {t('by.said', { who: createBy })} <Time at={createTime} />
          </span>
          {undoes !== null && (
            <Link to={pathOf(undoes)}>
              {t('undoes')} #{undoes}
            </Link>
          )}
          {undoneBy.map((id) => (
            <Link key={id} to={pathOf(id)}>
              {t('undoneBy')} #{id}
            </Link>
          ))}
          {remark && <span>{remark}</span>}
        </>
      }
      buttons={
        !rollout.isPartial && (
          <RolloutActions rollout={rollout} onUndone={(id) => void navigate(pathOf(id))} />
        )
      }
    />
  )
}

/** Which part is brought to which version. */
function Firmware({ equipTypeId, partType, version }: NonNullable<RolloutDetail['firmware']>): ReactNode {
  const t = useText()
  const type = useDeviceTypes().find(({ id }) => id === equipTypeId)
  const part = type?.partTypes.find(({ code }) => code === partType)?.name ?? partType
  return <strong>{t('firmware.said', { type: type?.name ?? '', part, version })}</strong>
}
