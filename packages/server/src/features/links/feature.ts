import { links } from '@wattkeeper/contracts/api/links'
import { handlers } from './routes.ts'

export const feature = { routes: links, handlers }
