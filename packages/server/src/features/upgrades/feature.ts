import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { handlers } from './routes.ts'

export const feature = { routes: upgrades, handlers }
