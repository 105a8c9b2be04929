import { useProfile } from '../../api/profile.tsx'

const page = { key: 'maintenance/rollout', path: '/maintenance/rollout' } as const

/** Where a roll-out is watched, for whoever has that page. */
export function useRolloutPath(): (id: number) => string | undefined {
  const { resultVOS } = useProfile()
  const hasPage = resultVOS.some(({ url }) => url === page.key)
  return (id) => (hasPage ? `${page.path}?id=${id}` : undefined)
}
