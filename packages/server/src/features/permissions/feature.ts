import { permissions } from '@wattkeeper/contracts/api/permissions'
import { handlers } from './routes.ts'

export const feature = { routes: permissions, handlers }
