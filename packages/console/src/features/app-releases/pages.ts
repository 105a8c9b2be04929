import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/app',
    load: () => import('./AppReleasesPage.tsx'),
    early: [early(appReleases.list, { pageNum: 1, pageSize: 10 })],
  },
]
