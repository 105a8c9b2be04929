import { type HardwareVersion, hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import Button from 'antd/es/button'
import { useMay } from '../../api/profile.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useVersionColumns(
  onRemove: (version: HardwareVersion) => void,
): readonly Column<HardwareVersion>[] {
  const t = useText()
  const may = useMay()
  const columns: readonly Column<HardwareVersion>[] = [
    {
      key: 'versionName',
      title: t('versionName'),
      width: 180,
      fixed: 'left',
      isEssential: true,
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
  if (!may(hardwareVersions.remove)) return columns
  const actions = (version: HardwareVersion) => (
    <Button type="link" size="small" danger onClick={() => onRemove(version)}>
      {t('remove')}
    </Button>
  )
  return [
    ...columns,
    { key: 'actions', title: t('actions'), width: 90, fixed: 'right', isEssential: true, render: actions },
  ]
}
