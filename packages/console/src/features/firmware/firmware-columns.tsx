import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import type { ReactNode } from 'react'
import { notify } from '../../api/notices.ts'
import { useDownload } from '../../api/useTransfer.ts'
import { Copyable } from '../../ui/Copyable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { bytes } from '../../ui/upload/bytes.ts'
import { useText } from './text.ts'
import css from './firmware.module.css'

type Columns = readonly Column<SoftwareVersion>[]

const shownOfHash = 12
const Hash = ({ of }: { readonly of: string }): ReactNode => (
  <Copyable text={of}>{of.slice(0, shownOfHash)}…</Copyable>
)

export function useFirmwareColumns(): Columns {
  const t = useText()
  return [
    {
      ...leading,
      key: 'release',
      title: t('release'),
      width: 170,
      render: (version) => <Release version={version} />,
    },
    ...useWhatColumns(),
    ...useFileColumns(),
    {
      key: 'updateTime',
      title: t('updateTime'),
      width: 130,
      render: ({ updateTime }) => <Time at={updateTime} />,
    },
    ...useMoreColumns(),
  ]
}

function Release({ version }: { readonly version: SoftwareVersion }): ReactNode {
  const t = useText()
  const { isRelease, isNewest, isApproved } = version
  return (
    <span className={css.tags}>
      <Tag tone={isRelease ? 'info' : 'idle'}>{t(`release.${isRelease}`)}</Tag>
      {isNewest && <Tag tone="good">{t('newest')}</Tag>}
      {!isApproved && <Tag tone="warn">{t('unapproved')}</Tag>}
    </span>
  )
}

/** What it is for. */
function useWhatColumns(): Columns {
  const t = useText()
  return [
    { key: 'version', title: t('version'), width: 110, isEssential: true, render: (row) => row.version },
    { key: 'type', title: t('type'), width: 140, isCut: true, render: (row) => row.equipTypeName },
    {
      key: 'part',
      title: t('part'),
      width: 140,
      isCut: true,
      render: ({ partType, partTypeName }) => partTypeName ?? partType,
    },
    { key: 'board', title: t('board'), width: 130, isOptional: true, render: (row) => row.pcbCode },
    { key: 'fileName', title: t('fileName'), width: 200, isCut: true, render: (row) => row.fileName },
  ]
}

function useFileColumns(): Columns {
  const t = useText()
  return [
    { key: 'md5', title: t('md5'), width: 170, render: ({ md5 }) => <Hash of={md5} /> },
    {
      key: 'fileSize',
      title: t('fileSize'),
      width: 100,
      isNumber: true,
      render: ({ fileSize }) => bytes(fileSize),
    },
    {
      key: 'address',
      title: t('address'),
      width: 240,
      isCut: true,
      render: (version) => <Address version={version} />,
    },
  ]
}

function useMoreColumns(): Columns {
  const t = useText()
  return [
    {
      key: 'sha256',
      title: t('sha256'),
      width: 180,
      isOptional: true,
      render: (row) => <Hash of={row.sha256} />,
    },
    {
      key: 'format',
      title: t('format'),
      width: 140,
      isOptional: true,
      render: ({ format }) => t(`format.${format}`),
    },
    {
      key: 'hwVersion',
      title: t('hwVersion'),
      width: 130,
      isOptional: true,
      render: ({ hwVersion }) => hwVersion ?? t('hwVersion.all'),
    },
    {
      key: 'autoUpgrade',
      title: t('autoUpgrade'),
      width: 150,
      isOptional: true,
      render: ({ isAutoUpgrade }) => t(isAutoUpgrade ? 'yes' : 'no'),
    },
    { key: 'createBy', title: t('createBy'), width: 120, isOptional: true, render: (row) => row.createBy },
    {
      key: 'approveBy',
      title: t('approveBy'),
      width: 120,
      isOptional: true,
      render: ({ approveBy }) => approveBy ?? '—',
    },
  ]
}

/** Fetches the file with the reader's rights: the address alone opens for nobody. */
function Address({ version }: { readonly version: SoftwareVersion }): ReactNode {
  const t = useText()
  const { start, isRunning } = useDownload(firmware.fetchFile)
  const { id, fileUrl } = version
  const fetch = () => (fileUrl ? void start({ versionId: id }) : notify.warning(t('noAddress')))
  return (
    <button type="button" className={css.address} title={fileUrl} disabled={isRunning} onClick={fetch}>
      {fileUrl || t('noAddress')}
    </button>
  )
}
