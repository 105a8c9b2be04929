import { organizations } from '@wattkeeper/contracts/api/organizations'
import { users } from '@wattkeeper/contracts/api/users'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/user',
    load: () => import('./UsersPage.tsx'),
    early: [early(users.list, { pageNum: 1, pageSize: 10 }), early(organizations.tree, {})],
  },
]
