import { alarms } from '@wattkeeper/contracts/api/alarms'
import { commands } from '@wattkeeper/contracts/api/commands'
import type { Device } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { type ReactNode, Suspense, lazy } from 'react'
import { useMay } from '../../../api/profile.tsx'
import { Waiting } from '../../../ui/detail/Detail.tsx'
import { FittingTabs } from '../../../ui/tabs/FittingTabs.tsx'
import { useText } from '../text.ts'
import { useText as useHistoryText } from './history/text.ts'
import { Overview } from './Overview.tsx'
import { useDetailQuery } from './useDetailQuery.ts'
import css from './detail.module.css'

const RunningData = lazy(async () => ({ default: (await import('./RunningData.tsx')).RunningData }))
const AlarmShelves = lazy(async () => ({
  default: (await import('./history/AlarmShelves.tsx')).AlarmShelves,
}))
const CommandLog = lazy(async () => ({
  default: (await import('../../../ui/command/CommandLog.tsx')).CommandLog,
}))
const UpgradeLog = lazy(async () => ({
  default: (await import('../../../ui/upgrade/UpgradeLog.tsx')).UpgradeLog,
}))
const Params = lazy(async () => ({ default: (await import('./history/Params.tsx')).Params }))
const Timeline = lazy(async () => ({ default: (await import('./history/Timeline.tsx')).Timeline }))
const Connections = lazy(async () => ({ default: (await import('./Connections.tsx')).Connections }))

const firstTab = 'overview'
/** So the specification numbers it: other systems link to it. */
const upgradesTab = '04'
/** Type 3 alone has parameters. */
const typeWithParams = 3

/** The open tab stands in the address. A tab that another issue fills is added here with it. */
export function DeviceTabs({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const h = useHistoryText()
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
      label: device.alarmCount > 0 ? `${h('tab.alarms')} (${device.alarmCount})` : h('tab.alarms'),
      children: <AlarmShelves device={device} />,
    },
    may(upgrades.log) && {
      key: upgradesTab,
      label: h('tab.upgrades'),
      children: <UpgradeLog deviceId={device.id} />,
    },
    may(commands.log) && {
      key: 'commands',
      label: h('tab.commands'),
      children: <CommandLog deviceId={device.id} />,
    },
    may(commands.params) &&
      device.equipTypeId === typeWithParams && {
        key: 'params',
        label: h('tab.params'),
        children: <Params device={device} />,
      },
    { key: 'connections', label: t('detail.tab.connections'), children: <Connections device={device} /> },
    { key: 'timeline', label: h('tab.timeline'), children: <Timeline device={device} /> },
  ].filter((item) => item !== false)
  return (
    <FittingTabs
      label={t('detail.tabs')}
      open={items.find(({ key }) => key === get('tab'))?.key ?? firstTab}
      onOpen={(key) => openTab(key === firstTab ? undefined : key)}
      items={items.map((item) => ({
        ...item,
        children: (
          <div className={css.tab}>
            <Suspense fallback={<Waiting />}>{item.children}</Suspense>
          </div>
        ),
      }))}
    />
  )
}
