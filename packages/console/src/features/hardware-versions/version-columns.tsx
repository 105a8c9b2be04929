import type { HardwareVersion } from '@wattkeeper/contracts/api/hardware-versions'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useVersionColumns(): readonly Column<HardwareVersion>[] {
  const t = useText()
  return [
    {
      ...leading,
      key: 'versionName',
      title: t('versionName'),
      width: 180,
      isCut: true,
      render: ({ versionName }) => versionName,
    },
    { key: 'versionCode', title: t('versionCode'), width: 120, render: ({ versionCode }) => versionCode },
    { key: 'type', title: t('type'), width: 170, isCut: true, render: (row) => row.equipTypeName },
    { key: 'model', title: t('model'), width: 150, isCut: true, render: (row) => row.equipModelName },
    {
      key: 'part',
      title: t('part'),
      width: 180,
      render: ({ partTypeName }) => partTypeName ?? <Tag tone="warn">{t('noPart')}</Tag>,
    },
    {
      key: 'versionNote',
      title: t('versionNote'),
      width: 240,
      isCut: true,
      render: ({ versionNote }) => versionNote || '—',
    },
    { key: 'createTime', title: t('createTime'), width: 150, render: (row) => <Time at={row.createTime} /> },
    {
      key: 'createBy',
      title: t('createBy'),
      width: 120,
      isCut: true,
      isOptional: true,
      render: ({ createBy }) => createBy,
    },
  ]
}
