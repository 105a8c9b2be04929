import { dictionary } from '@wattkeeper/contracts/api/reference'
import { handlers } from './routes.ts'

export const feature = { routes: dictionary, handlers }
