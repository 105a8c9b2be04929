import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/device-type',
    load: () => import('./DeviceTypesPage.tsx'),
    early: [early(deviceTypeCatalogue.listModels, { pageNum: 1, pageSize: 10 }), early(deviceTypes.all, {})],
  },
]
