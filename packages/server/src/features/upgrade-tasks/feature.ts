import { upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { handlers } from './routes.ts'

export const feature = { routes: upgradeTasks, handlers }
