import { menus } from '@wattkeeper/contracts/api/menus'
import { handlers } from './routes.ts'

export const feature = { routes: menus, handlers }
