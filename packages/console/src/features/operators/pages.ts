import { operators } from '@wattkeeper/contracts/api/organizations'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'organization/operator',
    load: () => import('./OperatorsPage.tsx'),
    early: [early(operators.list, { pageNum: 1, pageSize: 10 })],
  },
]
