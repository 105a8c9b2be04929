import { type ReactNode, Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router'
import { FittingTabs } from '../../ui/tabs/FittingTabs.tsx'
import { as } from '../../ui/url/codecs.ts'
import { Rules } from './Rules.tsx'
import { useText } from './text.ts'

const Channels = lazy(async () => ({ default: (await import('./Channels.tsx')).Channels }))
const DeliveryLog = lazy(async () => ({ default: (await import('./DeliveryLog.tsx')).DeliveryLog }))
const Settings = lazy(async () => ({ default: (await import('./Settings.tsx')).Settings }))

const tabs = as.oneOf('rules', 'channels', 'log', 'settings')
const bodies = { rules: Rules, channels: Channels, log: DeliveryLog, settings: Settings } as const

/** What the signed-in user is told of, and how. */
export function Page(): ReactNode {
  const t = useText()
  const [query, setQuery] = useSearchParams()
  const tab = tabs.read(query.get('tab') ?? '') ?? 'rules'
  const Body = bodies[tab]
  return (
    <FittingTabs
      label={t('tabs')}
      open={tab}
      onOpen={(key) => setQuery(key === 'rules' ? {} : { tab: key })}
      items={(['rules', 'channels', 'log', 'settings'] as const).map((key) => ({
        key,
        label: t(`tab.${key}`),
        children: (
          <Suspense>
            <Body />
          </Suspense>
        ),
      }))}
    />
  )
}
