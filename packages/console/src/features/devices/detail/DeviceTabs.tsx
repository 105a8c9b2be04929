import { alarms } from '@wattkeeper/contracts/api/alarms'
import type { Device } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import Tabs from 'antd/es/tabs'
import { type ReactNode, Suspense, lazy } from 'react'
import { useMay } from '../../../api/profile.tsx'
import { useText } from '../text.ts'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { Overview } from './Overview.tsx'
import { useDetailQuery } from './useDetailQuery.ts'
import css from './detail.module.css'

const RunningData = lazy(async () => ({ default: (await import('./RunningData.tsx')).RunningData }))
const CurrentAlarms = lazy(async () => ({ default: (await import('./CurrentAlarms.tsx')).CurrentAlarms }))
const Connections = lazy(async () => ({ default: (await import('./Connections.tsx')).Connections }))

const firstTab = 'overview'
/** Narrow enough that all of them fit a phone: antd would hide the rest behind a button. */
const tabGap = 22

/** The open tab stands in the address. A tab that another issue fills is added here with it. */
export function DeviceTabs({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const may = useMay()
  const { get, openTab } = useDetailQuery()
  const items = [
    { key: firstTab, label: t('detail.tab.overview'), children: <Overview device={device} /> },
    may(telemetry.sc) && {
      key: 'data',
      label: t('detail.tab.data'),
      children: <RunningData device={device} />,
    },
    may(alarms.ofDevice) && {
      key: 'alarms',
      label:
        device.alarmCount > 0 ? `${t('detail.tab.alarms')} (${device.alarmCount})` : t('detail.tab.alarms'),
      children: <CurrentAlarms device={device} />,
    },
    { key: 'connections', label: t('detail.tab.connections'), children: <Connections device={device} /> },
  ].filter((item) => item !== false)
  return (
    <Tabs
      activeKey={items.find(({ key }) => key === get('tab'))?.key ?? firstTab}
      destroyOnHidden
      tabBarGutter={tabGap}
      onChange={(key) => openTab(key === firstTab ? undefined : key)}
      items={items.map(({ children, ...item }) => ({
        ...item,
        children: (
          <div className={css.tab}>
            <Suspense fallback={<DetailSkeleton />}>{children}</Suspense>
          </div>
        ),
      }))}
    />
  )
}
