import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { handlers } from './routes.ts'

export const feature = { routes: appReleases, handlers }
