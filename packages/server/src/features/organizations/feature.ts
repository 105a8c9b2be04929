import { organizations } from '@wattkeeper/contracts/api/organizations'
import { handlers } from './routes.ts'

export const feature = { routes: organizations, handlers }
