import { audit } from '@wattkeeper/contracts/api/audit'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/audit',
    load: () => import('./AuditPage.tsx'),
    early: [early(audit.list, { pageNum: 1, pageSize: 10 })],
  },
]
