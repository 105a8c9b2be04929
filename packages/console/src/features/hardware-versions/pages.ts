import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'upgrade/hardware',
    load: () => import('./HardwareVersionsPage.tsx'),
    early: [early(hardwareVersions.list, { pageNum: 1, pageSize: 10 }), early(deviceTypes.all, {})],
  },
]
