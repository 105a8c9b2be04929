import { firmware } from '@wattkeeper/contracts/api/firmware'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'upgrade/file',
    load: () => import('./FirmwarePage.tsx'),
    early: [early(firmware.list, { pageNum: 1, pageSize: 10 }), early(deviceTypes.all, {})],
  },
]
