import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { dictionary } from '@wattkeeper/contracts/api/reference'
import { handlers as adminHandlers } from './admin-routes.ts'
import { handlers } from './routes.ts'

export const feature = { routes: dictionary, handlers }
export const admin = { routes: dictionaryEntries, handlers: adminHandlers }
