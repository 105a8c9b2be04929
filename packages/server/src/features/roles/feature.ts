import { roles } from '@wattkeeper/contracts/api/roles'
import { handlers } from './routes.ts'

export const feature = { routes: roles, handlers }
