import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'system/dictionary',
    load: () => import('./DictionaryPage.tsx'),
    early: [early(dictionaryEntries.list, { pageNum: 1, pageSize: 10 })],
  },
]
