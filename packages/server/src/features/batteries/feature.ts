import { batteries } from '@wattkeeper/contracts/api/batteries'
import { handlers } from './routes.ts'

export const feature = { routes: batteries, handlers }
