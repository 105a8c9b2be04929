import type { Page } from '../../api/page.ts'

export const pages: readonly Page[] = [
  { key: 'maintenance/rollout', load: () => import('./RolloutsPage.tsx') },
]
