import { type Rollout, rolloutKinds, rolloutStates, rollouts } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import { RolloutTag } from '../../ui/rollout/RolloutTag.tsx'
import { Progress } from '../../ui/rollout/Progress.tsx'
import type { FilterField } from '../../ui/filter/fields.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type ListFilter, listCodecs, pathOf, rolloutStateNames } from './rollout-filter.ts'
import { useText } from './text.ts'

const live = { live: ['rollouts'], quiet: true } as const

/** Every roll-out that the user sees, the newest first. */
export function RolloutList(): ReactNode {
  const t = useText()
  const state = useUrlState(listCodecs)
  const list = useData(rollouts.list, { ...state.filter, ...state.paging }, live)
  return (
    <ListView
      screen="rollouts"
      label={t('list')}
      state={state}
      list={list}
      fields={useFields()}
      columns={useColumns()}
    />
  )
}

function useFields(): readonly FilterField<ListFilter>[] {
  const t = useText()
  const say = useWords()
  return [
    { kind: 'text', name: 'keyword', label: t('keyword') },
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      options: (['params', 'firmware'] as const).map((value) => ({ value, label: say(rolloutKinds[value]) })),
    },
    {
      kind: 'multi',
      name: 'states',
      label: t('state'),
      options: rolloutStateNames.map((value) => ({ value, label: say(rolloutStates[value]) })),
    },
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('range') },
  ]
}

function useColumns(): readonly Column<Rollout>[] {
  const t = useText()
  const say = useWords()
  return [
    {
      ...leading,
      key: 'code',
      title: t('code'),
      width: 170,
      render: ({ id, code }) => <Link to={pathOf(id)}>{code}</Link>,
    },
    { key: 'kind', title: t('kind'), width: 110, render: ({ kind }) => say(rolloutKinds[kind]) },
    {
      key: 'state',
      title: t('state'),
      width: 120,
      render: ({ state, stopReason }) => <RolloutTag state={state} stopReason={stopReason} />,
    },
    {
      key: 'progress',
      title: t('progress'),
      width: 240,
      isEssential: true,
      render: ({ counts }) => <Progress counts={counts} />,
    },
    {
      key: 'pace',
      title: t('pace'),
      width: 160,
      render: ({ upgradeCount: count, interval }) =>
        count === null || interval === null ? t('pace.free') : t('pace.said', { count, interval }),
    },
    { key: 'remark', title: t('remark'), width: 180, isCut: true, render: ({ remark }) => remark || '—' },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 130,
      render: ({ createTime }) => <Time at={createTime} />,
    },
    {
      key: 'createBy',
      title: t('createBy'),
      width: 120,
      isCut: true,
      render: ({ createBy }) => createBy,
    },
  ]
}
