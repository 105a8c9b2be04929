import { apiKeys as apiKeyRoutes } from '@wattkeeper/contracts/api/api-keys'
import { secondFactor as secondFactorRoutes } from '@wattkeeper/contracts/api/second-factor'
import { session } from '@wattkeeper/contracts/api/session'
import { singleSignOn as singleSignOnRoutes } from '@wattkeeper/contracts/api/single-sign-on'
import { handlers as keyHandlers } from './machine-routes.ts'
import { handlers } from './routes.ts'
import { handlers as factorHandlers } from './second-factor-routes.ts'
import { handlers as signOnHandlers } from './single-sign-on-routes.ts'

// The ways in: by password, by second factor, by another provider, by key.
export const feature = { routes: session, handlers }
export const secondFactor = { routes: secondFactorRoutes, handlers: factorHandlers }
export const singleSignOn = { routes: singleSignOnRoutes, handlers: signOnHandlers }
export const apiKeys = { routes: apiKeyRoutes, handlers: keyHandlers }
