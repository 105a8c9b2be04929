import { events } from '@wattkeeper/contracts/api/events'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'maintenance/eventsearch',
    load: () => import('./EventsPage.tsx'),
    early: [early(events.list, { pageNum: 1, pageSize: 10 })],
  },
]
