import { dictionary } from '@wattkeeper/contracts/api/reference'
import { type UpgradeTask, type UpgradeTaskRow, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { upgradeResults } from '@wattkeeper/contracts/api/upgrades'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { rarelyChanges, useDeviceTypes } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useRolloutPath } from '../../ui/rollout/links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { defaultPageSize, firstPage } from '../../ui/url/url-state.ts'
import { useText } from './text.ts'
import css from './tasks.module.css'

interface Props {
  readonly task: UpgradeTask
  readonly onClose: () => void
}

const width = 960
const height = 400
const live = { live: ['rollouts', 'upgrades'], quiet: true } as const
const firstOf = { pageNum: firstPage, pageSize: defaultPageSize } as const

/** The devices of a task and how far each is, page by page, moving on while one looks. */
export function TaskDetails({ task, onClose }: Props): ReactNode {
  const t = useText()
  const path = useRolloutPath()(task.id)
  const [paging, setPaging] = useState<{ readonly pageNum: number; readonly pageSize: number }>(firstOf)
  const [code, setCode] = useState('')
  const search = (next: string) => {
    setCode(next.trim())
    setPaging({ ...paging, pageNum: firstPage })
  }
  const filter = code === '' ? {} : { code }
  const list = useData(upgradeTasks.detail, { taskId: task.id, ...filter, ...paging }, live)
  return (
    <Modal
      open
      width={width}
      title={t('detail.title', { code: task.code })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('detail.close')}</Button>}
    >
      <DataTable
        screen="upgrade-task-details"
        label={t('detail')}
        hasIndex
        height={height}
        columns={useRowColumns(task)}
        list={list}
        state={{
          ...{ filter, paging, sort: undefined, isFiltered: code !== '' },
          ...{ setPaging, setSort: () => undefined, reset: () => search('') },
        }}
        keyOf={({ id }) => id}
        actions={
          <>
            <Input.Search
              allowClear
              className={css.search}
              placeholder={t('detail.search')}
              aria-label={t('detail.search')}
              onSearch={search}
            />
            {path !== undefined && <Link to={path}>{t('watch')}</Link>}
          </>
        }
      />
    </Modal>
  )
}

const tones = {
  [upgradeResults.upgrading]: 'info',
  [upgradeResults.success]: 'good',
  [upgradeResults.failed]: 'bad',
  [upgradeResults.skipped]: 'warn',
} as const
const hasTone = (result: number): result is keyof typeof tones => Object.hasOwn(tones, result)

/** The words are the dictionary's; a code that it does not have is unknown. */
function Result({ row: { result, progPercent } }: { readonly row: UpgradeTaskRow }): ReactNode {
  const t = useText()
  const { data } = useData(dictionary.enumerations, { types: ['UPGRADE_STATUS'] }, rarelyChanges)
  const label = data?.['UPGRADE_STATUS']?.find(({ code }) => code === String(result))?.label
  return (
    data && (
      <>
        <Tag tone={hasTone(result) ? tones[result] : 'idle'}>{label ?? t('detail.unknown')}</Tag>
        {result === upgradeResults.upgrading && progPercent !== null && ` ${Math.round(progPercent)} %`}
      </>
    )
  )
}

function useRowColumns({ upgradeRule }: UpgradeTask): readonly Column<UpgradeTaskRow>[] {
  const t = useText()
  const types = useDeviceTypes()
  const partName = ({ partType, addrId }: UpgradeTaskRow): string => {
    const parts = types.find(({ id }) => id === upgradeRule.equipTypeId)?.partTypes
    const part = parts?.find(({ code }) => code === partType)?.name ?? partType
    return addrId === 0 ? part : t('detail.slot', { part, slot: addrId })
  }
  return [
    {
      key: 'code',
      title: t('detail.device'),
      width: 150,
      fixed: 'left',
      isEssential: true,
      render: (row) => row.code,
    },
    { key: 'part', title: t('detail.part'), width: 140, isCut: true, render: partName },
    { key: 'result', title: t('detail.result'), width: 130, render: (row) => <Result row={row} /> },
    { key: 'version', title: t('detail.version'), width: 100, render: ({ version }) => version ?? '—' },
    {
      key: 'reportTime',
      title: t('detail.reportTime'),
      width: 170,
      render: ({ reportTime }) => <Time isAbsolute at={reportTime} />,
    },
    {
      key: 'message',
      title: t('detail.message'),
      width: 240,
      isCut: true,
      render: ({ reason, message }) => [reason, message].filter(Boolean).join('：') || '—',
    },
  ]
}
