import { type ReactNode, Suspense, lazy } from 'react'
import { Waiting } from '../../ui/detail/Detail.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlValue } from '../../ui/url/useUrlState.ts'
import { RolloutList } from './RolloutList.tsx'

const RolloutView = lazy(async () => ({ default: (await import('./detail/RolloutView.tsx')).RolloutView }))

/** Roll-outs of every kind; with an id in the address the one that is watched. */
export function Page(): ReactNode {
  const [id] = useUrlValue<number>('id', as.number)
  if (id === undefined) return <RolloutList />
  return (
    <Suspense fallback={<Waiting />}>
      <RolloutView key={id} id={id} />
    </Suspense>
  )
}
