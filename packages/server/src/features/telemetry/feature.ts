import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { handlers } from './routes.ts'

export const feature = { routes: telemetry, handlers }
