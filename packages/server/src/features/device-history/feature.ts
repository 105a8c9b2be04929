import { deviceHistory } from '@wattkeeper/contracts/api/device-history'
import { handlers } from './routes.ts'

export const feature = { routes: deviceHistory, handlers }
