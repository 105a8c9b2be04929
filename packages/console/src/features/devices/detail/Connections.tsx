import { type ConnectionChange, type Device, devices } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { OnlineDot } from '../../../ui/OnlineDot.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useUrlState } from '../../../ui/url/useUrlState.ts'
import { useText } from '../text.ts'

const reasons = {
  connected: 'reason.connected',
  disconnected: 'reason.disconnected',
  instanceBack: 'reason.instanceBack',
  instanceLost: 'reason.instanceLost',
} as const
const isKnown = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** The list has no filter; only its page stands in the address. */
const noFilter = {}

/** One row for each coming and going, newest first. */
export function Connections({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const state = useUrlState(noFilter)
  const list = useData(
    devices.connectionHistory,
    { equipId: device.id, ...state.paging },
    { live: ['devices'], quiet: true },
  )
  const columns: readonly Column<ConnectionChange>[] = [
    {
      key: 'at',
      title: t('connection.at'),
      width: 190,
      isEssential: true,
      render: ({ at }) => <Time at={at} isAbsolute />,
    },
    {
      key: 'change',
      title: t('connection.change'),
      width: 120,
      render: ({ isOnline }) => <OnlineDot isOnline={isOnline} />,
    },
    {
      key: 'reason',
      title: t('connection.reason'),
      width: 300,
      render: ({ reason }) => (isKnown(reason) ? t(reasons[reason]) : reason || '—'),
    },
  ]
  return (
    <DataTable
      screen="device-connections"
      label={t('detail.tab.connections')}
      hasIndex
      columns={columns}
      list={list}
      state={state}
      keyOf={({ id }) => id}
    />
  )
}
