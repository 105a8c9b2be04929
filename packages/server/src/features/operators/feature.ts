import { operators } from '@wattkeeper/contracts/api/organizations'
import { handlers } from './routes.ts'

export const feature = { routes: operators, handlers }
