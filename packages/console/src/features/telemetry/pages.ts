import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'equipment/rejected',
    load: () => import('./RejectedPage.tsx'),
    early: [early(telemetry.rejected, { pageNum: 1, pageSize: 10 })],
  },
]
