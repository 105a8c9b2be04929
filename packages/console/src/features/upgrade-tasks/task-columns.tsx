import { type UpgradeTask, taskStatuses } from '@wattkeeper/contracts/api/upgrade-tasks'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Progress } from '../../ui/rollout/Progress.tsx'
import { RolloutLink } from '../../ui/rollout/RolloutLink.tsx'
import { RolloutTag } from '../../ui/rollout/RolloutTag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { countsOf } from './task-rules.ts'
import { useText } from './text.ts'
import css from './tasks.module.css'

const tones = ['idle', 'info', 'good'] as const

export function useTaskColumns(): readonly Column<UpgradeTask>[] {
  const t = useText()
  return [
    { ...leading, key: 'code', title: t('code'), width: 170, render: (row) => <RolloutLink {...row} /> },
    { key: 'type', title: t('type'), width: 110, isCut: true, render: (row) => row.equipTypeName },
    { key: 'part', title: t('part'), width: 110, isCut: true, render: (row) => row.partTypeName },
    { key: 'version', title: t('version'), width: 80, render: (row) => row.version },
    {
      key: 'upgradeTime',
      title: t('upgradeTime'),
      width: 165,
      render: (row) => <Time isAbsolute at={row.upgradeTime} />,
    },
    {
      key: 'status',
      title: t('status'),
      width: 120,
      isEssential: true,
      render: (row) => <Status task={row} />,
    },
    {
      key: 'progress',
      title: t('progress'),
      width: 155,
      render: (row) => <Progress counts={countsOf(row)} />,
    },
    { key: 'remark', title: t('remark'), width: 160, isCut: true, render: (row) => row.remark || '—' },
    { key: 'createBy', title: t('createBy'), width: 110, isCut: true, render: (row) => row.createBy ?? '—' },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 130,
      isOptional: true,
      render: (row) => <Time at={row.createTime} />,
    },
  ]
}

/** What the three statuses already say is not said twice. */
const plain: readonly UpgradeTask['state'][] = ['scheduled', 'running', 'completed']

/** The specification's three statuses, and beside them what is finer. */
function Status({ task: { status, state } }: { readonly task: UpgradeTask }): ReactNode {
  const say = useWords()
  return (
    <span className={css.status}>
      <Tag tone={tones[status]}>{say(taskStatuses[status])}</Tag>
      {!plain.includes(state) && <RolloutTag state={state} />}
    </span>
  )
}
