import { devices } from '@wattkeeper/contracts/api/devices'
import { fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import { mapHandlers } from './map-routes.ts'
import { handlers } from './routes.ts'

export const feature = { routes: devices, handlers }
export const map = { routes: fleetMap, handlers: mapHandlers }
