import { cabinets } from '@wattkeeper/contracts/api/cabinets'
import { handlers } from './routes.ts'

export const feature = { routes: cabinets, handlers }
