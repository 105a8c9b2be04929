import { upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { type Page, early } from '../../api/page.ts'

export const pages: readonly Page[] = [
  {
    key: 'upgrade/task',
    load: () => import('./TasksPage.tsx'),
    early: [early(upgradeTasks.list, { type: 'SCHEDULE', pageNum: 1, pageSize: 10 })],
  },
]
