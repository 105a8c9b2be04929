import type { AppRelease } from '@wattkeeper/contracts/api/app-releases'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { bytes } from '../../ui/upload/bytes.ts'
import { appName } from './app-name.ts'
import { useText } from './text.ts'

const shownOfHash = 12

function Hash({ sha256 }: Pick<AppRelease, 'sha256'>): ReactNode {
  return sha256 === null ? '—' : <Copyable text={sha256}>{sha256.slice(0, shownOfHash)}…</Copyable>
}

export function useColumns(): readonly Column<AppRelease>[] {
  const t = useText()
  return [
    {
      ...leading,
      key: 'app',
      title: t('app'),
      width: 140,
      isCut: true,
      render: ({ appCode }) => appName(appCode),
    },
    { key: 'platform', title: t('platform'), width: 110, render: ({ platform }) => t(platform) },
    {
      key: 'version',
      title: t('version'),
      width: 190,
      render: ({ version, isNewest }) => (
        <>
          {version} {isNewest && <Tag tone="good">{t('newest')}</Tag>}
        </>
      ),
    },
    {
      key: 'downloads',
      title: t('downloads'),
      width: 110,
      isNumber: true,
      render: ({ downloads }) => downloads,
    },
    {
      key: 'package',
      title: t('package'),
      width: 200,
      isCut: true,
      render: ({ url, fileName }) => (
        <a href={url} target="_blank" rel="noreferrer">
          {fileName ?? t('link')}
        </a>
      ),
    },
    {
      key: 'size',
      title: t('size'),
      width: 110,
      isNumber: true,
      render: ({ fileSize }) => (fileSize === null ? '—' : bytes(fileSize)),
    },
    { key: 'notes', title: t('notes'), width: 220, isCut: true, render: ({ notes }) => notes || '—' },
    { key: 'createdBy', title: t('createdBy'), width: 130, isCut: true, render: ({ createBy }) => createBy },
    {
      key: 'createdAt',
      title: t('createdAt'),
      width: 150,
      render: ({ createTime }) => <Time at={createTime} />,
    },
    { key: 'sha256', title: t('sha256'), width: 180, render: ({ sha256 }) => <Hash sha256={sha256} /> },
  ]
}
