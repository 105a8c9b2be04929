import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { handlers } from './routes.ts'

export const feature = { routes: hardwareVersions, handlers }
