import type { BatchSetting } from '@wattkeeper/contracts/api/batch-settings'
import { useParamShapes } from '../../ui/param/useParamShapes.ts'
import { Progress } from '../../ui/rollout/Progress.tsx'
import { RolloutLink } from '../../ui/rollout/RolloutLink.tsx'
import { RolloutTag } from '../../ui/rollout/RolloutTag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { countsOf, settingsIn } from './batch-rules.ts'
import { useText } from './text.ts'

export function useBatchColumns(): readonly Column<BatchSetting>[] {
  const t = useText()
  const { nameOf, wordsOf } = useParamShapes()
  const said = ({ param }: BatchSetting): string =>
    settingsIn(param)
      .map(({ id, value }) => `${nameOf(id)} ${wordsOf(id, value)}`)
      .join('; ')
  return [
    { ...leading, key: 'code', title: t('code'), width: 170, render: (row) => <RolloutLink {...row} /> },
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
  ]
}
