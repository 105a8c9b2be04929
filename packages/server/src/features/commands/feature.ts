import { commands } from '@wattkeeper/contracts/api/commands'
import { handlers } from './routes.ts'

export const feature = { routes: commands, handlers }
