import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'dashboard',
    load: () => import('./DashboardPage.tsx'),
    early: [early(dashboard.counts, {}), early(dashboard.duty, {})],
  },
]
