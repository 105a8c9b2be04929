import { type BatchSetting, batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDownload } from '../../api/useTransfer.ts'
import { useParamShapes } from '../../ui/param/useParamShapes.ts'
import { Progress } from '../../ui/rollout/Progress.tsx'
import { RolloutMenu } from '../../ui/rollout/RolloutMenu.tsx'
import { RolloutTag } from '../../ui/rollout/RolloutTag.tsx'
import { useRolloutPath } from '../../ui/rollout/links.ts'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { countsOf, settingsIn } from './batch-rules.ts'
import { useText } from './text.ts'

export function useBatchColumns(): readonly Column<BatchSetting>[] {
  const t = useText()
  const pathOf = useRolloutPath()
  const { nameOf, wordsOf } = useParamShapes()
  const said = ({ param }: BatchSetting): string =>
    settingsIn(param)
      .map(({ id, value }) => `${nameOf(id)} ${wordsOf(id, value)}`)
      .join('; ')
  const named = ({ id, code }: BatchSetting): ReactNode => {
    const path = pathOf(id)
    return path === undefined ? code : <Link to={path}>{code}</Link>
  }
  return [
    { key: 'code', title: t('code'), width: 170, fixed: 'left', isEssential: true, render: named },
    { key: 'createTime', title: t('createTime'), width: 115, render: (row) => <Time at={row.createTime} /> },
    { key: 'params', title: t('params'), width: 225, isCut: true, render: said },
    {
      key: 'state',
      title: t('state'),
      width: 115,
      render: ({ state, stopReason }) => <RolloutTag state={state} stopReason={stopReason} />,
    },
    {
      key: 'progress',
      title: t('progress'),
      width: 200,
      isEssential: true,
      render: (row) => <Progress counts={countsOf(row)} />,
    },
    {
      key: 'pace',
      title: t('pace'),
      width: 150,
      render: ({ upgradeCount: count, interval }) =>
        count === null || interval === null ? t('pace.free') : t('pace.said', { count, interval }),
    },
    { key: 'createBy', title: t('createBy'), width: 110, isCut: true, render: (row) => row.createBy },
    {
      key: 'remark',
      title: t('remark'),
      width: 160,
      isCut: true,
      isOptional: true,
      render: (row) => row.remark,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 220,
      fixed: 'right',
      isEssential: true,
      render: (row) => <Actions row={row} path={pathOf(row.id)} />,
    },
  ]
}

interface ActionsProps {
  readonly row: BatchSetting
  readonly path: string | undefined
}

function Actions({ row, path }: ActionsProps): ReactNode {
  const t = useText()
  const { start, isRunning } = useDownload(batchSettings.exportFailed)
  const counts = countsOf(row)
  return (
    <>
      {path !== undefined && (
        <Link to={path}>
          <Button type="link" size="small" tabIndex={-1}>
            {t('detail')}
          </Button>
        </Link>
      )}
      <RolloutMenu rollout={{ ...row, kind: 'params', counts }} />
      {row.failed > 0 && (
        <Button
          type="link"
          size="small"
          disabled={isRunning}
          onClick={() => void start({ batchSetId: row.id })}
        >
          {t(isRunning ? 'exporting' : 'exportFailed')}
        </Button>
      )}
    </>
  )
}
