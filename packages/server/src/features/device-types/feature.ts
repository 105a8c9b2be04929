import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { handlers as adminHandlers } from './admin-routes.ts'
import { handlers } from './routes.ts'

export const feature = { routes: deviceTypes, handlers }
export const admin = { routes: deviceTypeCatalogue, handlers: adminHandlers }
