import { notifications } from '@wattkeeper/contracts/api/notifications'
import { handlers } from './routes.ts'

export const feature = { routes: notifications, handlers }
