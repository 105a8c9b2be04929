import { organizations } from '@wattkeeper/contracts/api/organizations'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'organization/manufacturer',
    load: () => import('./ManufacturersPage.tsx'),
    early: [early(organizations.list, { pageNum: 1, pageSize: 10 })],
  },
]
