import { devices } from '@wattkeeper/contracts/api/devices'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'equipment/list',
    load: () => import('./DevicesPage.tsx'),
    early: [early(devices.list, { pageNum: 1, pageSize: 10 }), early(deviceTypes.all, {})],
  },
  { key: 'equipment/map', load: () => import('./map/MapPage.tsx') },
  { key: 'equipentry/detail', load: () => import('./detail/DevicePage.tsx') },
]
