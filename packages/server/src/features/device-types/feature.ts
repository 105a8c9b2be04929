import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { handlers } from './routes.ts'

export const feature = { routes: deviceTypes, handlers }
