import { session } from '@wattkeeper/contracts/api/session'
import { handlers } from './routes.ts'

export const feature = { routes: session, handlers }
