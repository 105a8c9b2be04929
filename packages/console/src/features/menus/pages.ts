import { menus } from '@wattkeeper/contracts/api/menus'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  { key: 'system/menu', load: () => import('./MenusPage.tsx'), early: [early(menus.tree, {})] },
]
