import Tabs from 'antd/es/tabs'
import { type ReactNode, Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router'
import { as } from '../../ui/url/codecs.ts'
import { Models } from './Models.tsx'
import { useText } from './text.ts'

const Types = lazy(async () => ({ default: (await import('./Types.tsx')).Types }))
const Boards = lazy(async () => ({ default: (await import('./Boards.tsx')).Boards }))

const tabs = as.oneOf('models', 'types', 'boards')
const bodies = { models: Models, types: Types, boards: Boards } as const

/** The catalogue that devices are made of: models with their parts, device types, boards. */
export function Page(): ReactNode {
  const t = useText()
  const [query, setQuery] = useSearchParams()
  const tab = tabs.read(query.get('tab') ?? '') ?? 'models'
  const Body = bodies[tab]
  return (
    <>
      <Tabs
        activeKey={tab}
        // another list has another filter
        onChange={(key) => setQuery(key === 'models' ? {} : { tab: key })}
        items={(['models', 'types', 'boards'] as const).map((key) => ({ key, label: t(`tab.${key}`) }))}
      />
      <Suspense>
        <Body />
      </Suspense>
    </>
  )
}
