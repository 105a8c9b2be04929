import { commandResults } from '@wattkeeper/contracts/api/commands'
import { type RolloutKindName, type RolloutTarget, targetStates } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDeviceTypes } from '../../../api/choices.ts'
import { useWords } from '../../../i18n/i18n.ts'
import { OnlineDot } from '../../../ui/OnlineDot.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useParamShapes } from '../../../ui/param/useParamShapes.ts'
import { targetTones } from '../../../ui/rollout/rollout-rules.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import css from './detail.module.css'

type Columns = readonly Column<RolloutTarget>[]

const deviceLink = ({ equipId, code }: RolloutTarget): string =>
  `/equipentry/detail?${new URLSearchParams({ id: String(equipId), code }).toString()}`

export function useTargetColumns(kind: RolloutKindName): Columns {
  const first = useStateColumns()
  const params = useParamColumns()
  const firmware = useFirmwareColumns()
  const device = useDeviceColumns()
  const times = useTimeColumns()
  return [...first, ...(kind === 'params' ? params : firmware), ...times, ...device]
}

function useStateColumns(): Columns {
  const t = useText()
  const say = useWords()
  return [
    {
      key: 'code',
      title: t('targets.code'),
      width: 170,
      fixed: 'left',
      isEssential: true,
      render: (target) => (
        <span className={css.code}>
          <OnlineDot isOnline={target.isOnline} isIcon />
          <Link to={deviceLink(target)}>{target.code}</Link>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('targets.state'),
      width: 110,
      isEssential: true,
      render: ({ state }) => <Tag tone={targetTones[state]}>{say(targetStates[state])}</Tag>,
    },
    {
      key: 'message',
      title: t('targets.message'),
      width: 300,
      isCut: true,
      render: ({ message, result, state }) =>
        message ?? (state === 'sent' && result !== null ? say(commandResults[`${result}`]) : '—'),
    },
    {
      key: 'group',
      title: t('targets.group'),
      width: 90,
      render: ({ groupNumber, isCanary }) => (
        <>
          {groupNumber ?? '—'} {isCanary && <Tag tone="info">{t('targets.group.canary')}</Tag>}
        </>
      ),
    },
  ]
}

function useParamColumns(): Columns {
  const t = useText()
  const { nameOf, wordsOf } = useParamShapes()
  const before = ({ valueBefore }: RolloutTarget): ReactNode =>
    valueBefore
      .map(({ id, value }) => `${nameOf(id)} ${value === null ? '—' : wordsOf(id, value)}`)
      .join('; ') || '—'
  return [{ key: 'valueBefore', title: t('targets.valueBefore'), width: 220, isCut: true, render: before }]
}

function useFirmwareColumns(): Columns {
  const t = useText()
  const types = useDeviceTypes()
  const nameOf = (code: string | null): string =>
    types.flatMap(({ partTypes }) => partTypes).find((part) => part.code === code)?.name ?? code ?? '—'
  return [
    {
      key: 'part',
      title: t('targets.part'),
      width: 150,
      isCut: true,
      render: ({ partType, addrId }) =>
        addrId ? t('targets.part.slot', { part: nameOf(partType), slot: addrId }) : nameOf(partType),
    },
    {
      key: 'before',
      title: t('targets.before'),
      width: 110,
      render: ({ versionBefore }) => versionBefore ?? '—',
    },
  ]
}

function useTimeColumns(): Columns {
  const t = useText()
  return [
    {
      key: 'sendTime',
      title: t('targets.sendTime'),
      width: 175,
      render: ({ sendTime }) => <Time isAbsolute at={sendTime} />,
    },
    {
      key: 'backTime',
      title: t('targets.backTime'),
      width: 175,
      render: ({ backTime }) => <Time isAbsolute at={backTime} />,
    },
    {
      key: 'finishTime',
      title: t('targets.finishTime'),
      width: 175,
      isOptional: true,
      render: ({ finishTime }) => <Time isAbsolute at={finishTime} />,
    },
    {
      key: 'deadline',
      title: t('targets.deadline'),
      width: 175,
      isOptional: true,
      render: ({ deadlineTime }) => <Time isAbsolute at={deadlineTime} />,
    },
  ]
}

function useDeviceColumns(): Columns {
  const t = useText()
  return [
    {
      key: 'model',
      title: t('targets.model'),
      width: 150,
      isCut: true,
      render: ({ equipModelName }) => equipModelName,
    },
    {
      key: 'operator',
      title: t('targets.operator'),
      width: 150,
      isCut: true,
      render: ({ operatorName }) => operatorName,
    },
    {
      key: 'attempts',
      title: t('targets.attempts'),
      width: 90,
      isNumber: true,
      isOptional: true,
      render: ({ attempts }) => attempts,
    },
    {
      key: 'position',
      title: t('targets.position'),
      width: 90,
      isNumber: true,
      isOptional: true,
      render: ({ position }) => position,
    },
  ]
}
