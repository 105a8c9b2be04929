import { devices } from '@wattkeeper/contracts/api/devices'
import { handlers } from './routes.ts'

export const feature = { routes: devices, handlers }
