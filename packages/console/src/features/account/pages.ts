import { apiKeys } from '@wattkeeper/contracts/api/api-keys'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/api-key',
    load: () => import('./ApiKeysPage.tsx'),
    early: [early(apiKeys.list, { pageNum: 1, pageSize: 10 })],
  },
]
