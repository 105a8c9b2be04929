import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { handlers } from './routes.ts'

export const feature = { routes: dashboard, handlers }
