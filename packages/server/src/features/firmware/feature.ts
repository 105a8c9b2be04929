import { deviceVersions } from '@wattkeeper/contracts/api/device-versions'
import { firmware } from '@wattkeeper/contracts/api/firmware'
import { deviceHandlers } from './device-routes.ts'
import { handlers } from './routes.ts'

export const feature = { routes: firmware, handlers }
export const devices = { routes: deviceVersions, handlers: deviceHandlers }
