import { live } from '@wattkeeper/contracts/api/dashboard'
import { handlers } from './routes.ts'

export const feature = { routes: live, handlers }
