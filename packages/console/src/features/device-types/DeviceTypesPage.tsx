import Tabs from 'antd/es/tabs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { as } from '../../ui/url/codecs.ts'
import { Boards } from './Boards.tsx'
import { Models } from './Models.tsx'
import { Types } from './Types.tsx'
import { useText } from './text.ts'

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
      <Body />
    </>
  )
}
