import type { Page } from '../../api/page.ts'

export const pages: readonly Page[] = [
  { key: 'maintenance/notification', load: () => import('./NotificationsPage.tsx') },
]
