import { audit } from '@wattkeeper/contracts/api/audit'
import { handlers } from './routes.ts'

export const feature = { routes: audit, handlers }
