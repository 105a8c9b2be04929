import { alarms } from '@wattkeeper/contracts/api/alarms'
import { handlers } from './routes.ts'

export const feature = { routes: alarms, handlers }
