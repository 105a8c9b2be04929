import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { handlers } from './routes.ts'

export const feature = { routes: batchSettings, handlers }
