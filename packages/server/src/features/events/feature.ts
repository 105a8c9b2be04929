import { events } from '@wattkeeper/contracts/api/events'
import { handlers } from './routes.ts'

export const feature = { routes: events, handlers }
