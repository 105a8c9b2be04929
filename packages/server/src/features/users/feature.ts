import { users } from '@wattkeeper/contracts/api/users'
import { handlers } from './routes.ts'

export const feature = { routes: users, handlers }
