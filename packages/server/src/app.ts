import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Services } from './context.ts'
import { recordDeed } from './features/audit/index.ts'
import { served } from './features.ts'
import { authenticate } from './features/session/index.ts'
import { createHttp } from './platform/http/app.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveHealth } from './platform/http/health.ts'
import { serve } from './platform/http/serve.ts'
import { serveConsole } from './platform/http/static.ts'

interface Wanted {
  readonly services: Services
  readonly logger: Logger
  /** The built console; a folder that does not exist serves none. */
  readonly consoleFolder: string
}

const entries = { '/login': 'login.html' }

/** The server for people: every route of every feature, its documentation, health, and the console. */
export async function createApp({ services, logger, consoleFolder }: Wanted): Promise<FastifyInstance> {
  const app = await createHttp(logger, services.frameOrigins)
  serveHealth(app, services.database.system)
  await serveDocumentation(app, services.version)
  await serve(
    app,
    {
      database: services.database,
      services,
      timeZone: services.timeZone,
      authenticate: (shown, route) => authenticate(services, shown, route),
      record: recordDeed,
    },
    served,
  )
  await serveConsole(app, consoleFolder, entries)
  return app
}
