import { modelUpgrades } from '@wattkeeper/contracts/api/model-upgrades'
import { handlers } from './routes.ts'

export const feature = { routes: modelUpgrades, handlers }
