import { type UpgradeTask, taskStatuses, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/profile.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Progress } from '../../ui/rollout/Progress.tsx'
import { RolloutMenu } from '../../ui/rollout/RolloutMenu.tsx'
import { RolloutTag } from '../../ui/rollout/RolloutTag.tsx'
import { useRolloutPath } from '../../ui/rollout/links.ts'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { countsOf } from './task-rules.ts'
import { useText } from './text.ts'
import css from './tasks.module.css'

type OnAsk = (kind: 'edit' | 'details' | 'remove', task: UpgradeTask) => void

const tones = ['idle', 'info', 'good'] as const

export function useTaskColumns(onAsk: OnAsk): readonly Column<UpgradeTask>[] {
  const t = useText()
  const pathOf = useRolloutPath()
  const named = ({ id, code }: UpgradeTask): ReactNode => {
    const path = pathOf(id)
    return path === undefined ? code : <Link to={path}>{code}</Link>
  }
  return [
    { key: 'code', title: t('code'), width: 170, fixed: 'left', isEssential: true, render: named },
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
    {
      key: 'actions',
      title: t('actions'),
      width: 230,
      fixed: 'right',
      isEssential: true,
      render: (row) => <Actions task={row} onAsk={onAsk} />,
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

interface ActionsProps {
  readonly task: UpgradeTask
  readonly onAsk: OnAsk
}

function Actions({ task, onAsk }: ActionsProps): ReactNode {
  const t = useText()
  const may = useMay()
  return (
    <>
      <Button type="link" size="small" onClick={() => onAsk('details', task)}>
        {t('detail')}
      </Button>
      {may(upgradeTasks.update) && task.state === 'scheduled' && (
        <Button type="link" size="small" onClick={() => onAsk('edit', task)}>
          {t('edit')}
        </Button>
      )}
      <RolloutMenu rollout={{ ...task, kind: 'firmware', counts: countsOf(task) }} />
      {may(upgradeTasks.remove) && (
        <Button type="link" size="small" danger onClick={() => onAsk('remove', task)}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
