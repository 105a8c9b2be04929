import type { Rollout } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRolloutPath } from './links.ts'

/** The number of a roll-out: leads to its page whoever may see that. */
export function RolloutLink({ id, code }: Pick<Rollout, 'id' | 'code'>): ReactNode {
  const path = useRolloutPath()(id)
  return path === undefined ? code : <Link to={path}>{code}</Link>
}
