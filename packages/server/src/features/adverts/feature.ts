import { adverts } from '@wattkeeper/contracts/api/adverts'
import { handlers } from './routes.ts'

export const feature = { routes: adverts, handlers }
