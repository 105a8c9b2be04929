import { adverts } from '@wattkeeper/contracts/api/adverts'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'maintenance/advertise',
    load: () => import('./AdvertsPage.tsx'),
    early: [early(adverts.list, { pageNum: 1, pageSize: 10 })],
  },
]
