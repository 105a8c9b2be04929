import Skeleton from 'antd/es/skeleton'
import type { ReactNode } from 'react'

/** Holds the place of what is on its way; without the skeleton's title, which would be an empty heading. */
export const Waiting = (): ReactNode => (
  <div role="status" aria-busy>
    <Skeleton active title={false} />
  </div>
)
