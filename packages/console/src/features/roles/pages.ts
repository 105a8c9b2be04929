import { roles } from '@wattkeeper/contracts/api/roles'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/role',
    load: () => import('./RolesPage.tsx'),
    early: [early(roles.list, { pageNum: 1, pageSize: 10 })],
  },
]
