import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Services } from './context.ts'
import { recordDeed } from './features/audit/index.ts'
import { served } from './features.ts'
import { authenticate } from './features/session/index.ts'
import { createHttp } from './platform/http/app.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { askProbes, serveHealth } from './platform/http/health.ts'
import type { Parts } from './platform/http/health.ts'
import { serve } from './platform/http/serve.ts'
import { serveConsole } from './platform/http/static.ts'

interface Wanted {
  readonly services: Services
  readonly logger: Logger
  /** The built console; a folder that does not exist serves none. */
  readonly consoleFolder: string
  /** Where report of this installation tells how it is. */
  readonly reportProbes?: (() => string) | undefined
}

const entries = { '/login': 'login.html' }

/** The server for people: every route of every feature, its documentation, health, and the console. */
export async function createApp(wanted: Wanted): Promise<FastifyInstance> {
  const { services, logger, consoleFolder } = wanted
  const app = await createHttp(logger, services.frameOrigins)
  serveHealth(app, partsOf(wanted))
  await serveDocumentation(app, services.version)
  await serve(
    app,
    {
      database: services.database,
      services,
      timeZone: services.timeZone,
      now: () => services.clock.now(),
      authenticate: (shown, route) => authenticate(services, shown, route),
      record: recordDeed,
    },
    served,
  )
  await serveConsole(app, consoleFolder, entries)
  return app
}

/** What has to answer before people are served: the last-known values are the cache. */
function partsOf({ services: { database }, reportProbes }: Wanted): Parts {
  return {
    database: () => sql`select 1`.execute(database.system),
    ...(reportProbes && { broker: () => askProbes(reportProbes) }),
    cache: () => database.system.selectFrom('latestValues').select('deviceId').limit(1).execute(),
  }
}
