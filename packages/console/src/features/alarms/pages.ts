import { alarms } from '@wattkeeper/contracts/api/alarms'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'maintenance/exitWarning',
    load: () => import('./AlarmsPage.tsx'),
    early: [early(alarms.current, { pageNum: 1, pageSize: 10 })],
  },
]
