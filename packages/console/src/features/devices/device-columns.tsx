import type { Device } from '@wattkeeper/contracts/api/devices'
import { Link } from 'react-router'
import { OnlineDot } from '../../ui/OnlineDot.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { StateTags } from './DeviceTags.tsx'
import { detailLink } from './links.ts'
import { useText } from './text.ts'
import css from './devices.module.css'

/** The specification's columns (the table itself counts the rows), and some more that a user can ask for. */
export function useDeviceColumns(): readonly Column<Device>[] {
  const t = useText()
  return [
    {
      ...leading,
      key: 'code',
      title: t('field.code'),
      width: 160,
      render: (device) => (
        <span className={css.code}>
          <OnlineDot isOnline={device.isOnline} isIcon />
          <Link to={detailLink(device)}>{device.code}</Link>
        </span>
      ),
    },
    {
      key: 'type',
      title: t('field.type'),
      width: 160,
      isCut: true,
      render: (device) => device.equipTypeName,
    },
    {
      key: 'model',
      title: t('field.model'),
      width: 190,
      isCut: true,
      render: (device) => device.equipModelName,
    },
    {
      key: 'online',
      title: t('field.online'),
      width: 180,
      render: (device) => <StateTags device={device} />,
    },
    {
      key: 'lastOnline',
      title: t('field.lastOnline'),
      width: 120,
      render: ({ lastOnlineTime }) => (lastOnlineTime ? <Time at={lastOnlineTime} /> : t('never')),
    },
    {
      key: 'lastOffline',
      title: t('field.lastOffline'),
      width: 120,
      render: ({ lastOfflineTime }) => (lastOfflineTime ? <Time at={lastOfflineTime} /> : t('never')),
    },
    ...useOptionalColumns(),
  ]
}

function useOptionalColumns(): readonly Column<Device>[] {
  const t = useText()
  const optional = { isOptional: true, isCut: true, width: 150 } as const
  return [
    {
      ...optional,
      key: 'status',
      title: t('field.status'),
      width: 110,
      render: ({ status }) => t(`status.${status}`),
    },
    {
      ...optional,
      key: 'alarms',
      title: t('field.alarms'),
      width: 100,
      isNumber: true,
      render: ({ alarmCount }) => alarmCount,
    },
    {
      ...optional,
      key: 'manufacturer',
      title: t('field.manufacturer'),
      render: (row) => row.organizationName,
    },
    { ...optional, key: 'operator', title: t('field.operator'), render: (row) => row.operatorName },
    {
      ...optional,
      key: 'region',
      title: t('field.region'),
      width: 200,
      render: (row) => row.regionName ?? '—',
    },
    {
      ...optional,
      key: 'address',
      title: t('field.address'),
      width: 220,
      render: (row) => row.address || '—',
    },
    { ...optional, key: 'updated', title: t('field.updated'), render: (row) => <Time at={row.updateTime} /> },
  ]
}
