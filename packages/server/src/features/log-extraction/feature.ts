import { logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import { handlers } from './routes.ts'

export const feature = { routes: logExtraction, handlers }
