import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'maintenance/batchsetting',
    load: () => import('./BatchSettingsPage.tsx'),
    early: [early(batchSettings.list, { pageNum: 1, pageSize: 10 })],
  },
]
