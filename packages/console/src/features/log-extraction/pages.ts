import type { Page } from '../../api/page.ts'

export const pages: readonly Page[] = [
  { key: 'maintenance/logextract', load: () => import('./LogExtractPage.tsx') },
]
