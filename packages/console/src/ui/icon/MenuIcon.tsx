import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import { type ReactNode, Suspense, lazy } from 'react'
import { firstIcons } from './first-icons.ts'

interface Props {
  readonly name: string | null
}

const AnyIcon = lazy(async () => {
  const { allIcons } = await import('./all-icons.ts')
  return {
    default: ({ name }: Props) => {
      const Icon = allIcons[name ?? ''] ?? AppstoreOutlined
      return <Icon aria-hidden />
    },
  }
})

const SeededIcon = lazy(async () => {
  const { seededIcons } = await import('./seeded-icons.ts')
  return {
    default: ({ name }: Props) => {
      const Icon = seededIcons[name ?? '']
      return Icon ? <Icon aria-hidden /> : <AnyIcon name={name} />
    },
  }
})

/** The icon that a menu row names; the rarer ones load when they are first shown. */
export function MenuIcon({ name }: Props): ReactNode {
  const First = name === null ? AppstoreOutlined : firstIcons[name]
  if (First) return <First aria-hidden />
  return (
    <Suspense fallback={<AppstoreOutlined aria-hidden />}>
      <SeededIcon name={name} />
    </Suspense>
  )
}
