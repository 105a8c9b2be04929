import { maps } from '@wattkeeper/contracts/api/maps'
import { handlers } from './routes.ts'

export const feature = { routes: maps, handlers }
