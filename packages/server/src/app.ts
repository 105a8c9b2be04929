import { publicPageFacts, publicPageFile, publicPages } from '@wattkeeper/contracts/public-pages'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { imageOrigins } from './config-map.ts'
import type { Services } from './context.ts'
import { appSocketLimits, appSocketPath } from '@wattkeeper/contracts/api/app-socket'
import { appDownloads } from './features/app-releases/index.ts'
import { phonesOf } from './features/app-socket/index.ts'
import { recordDeed } from './features/audit/index.ts'
import { devicePlane } from './features/device-files/index.ts'
import { served } from './features.ts'
import { authenticate } from './features/session/index.ts'
import { brokerPlane } from './features/links/index.ts'
import { createHttp } from './platform/http/app.ts'
import { type BrokerAccess, serveBrokerPlane } from './platform/http/broker-plane.ts'
import { Bandwidth, type DownloadLimits } from './platform/http/bandwidth.ts'
import { Departure } from './platform/http/departure.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveFilePlane } from './platform/http/file-plane.ts'
import { askProbes, serveHealth } from './platform/http/health.ts'
import type { Parts } from './platform/http/health.ts'
import { serveOpenFiles } from './platform/http/open-files.ts'
import { serve } from './platform/http/serve.ts'
import { serveSockets } from './platform/http/sockets.ts'
import { serveSheets } from './platform/http/sheets.ts'
import { serveConsole } from './platform/http/static.ts'

interface Wanted {
  readonly services: Services
  readonly logger: Logger
  /** The built console; a folder that does not exist serves none. */
  readonly consoleFolder: string
  /** Where report of this installation tells how it is. */
  readonly reportProbes?: (() => string) | undefined
  readonly outside?: Outside
  /** Once it is announced, whoever asks is still answered, but had better not ask any more. */
  readonly departure?: Departure
  /** A broker of the operator's own that asks who may connect. */
  readonly broker?: BrokerAccess | undefined
  /** How often phones are asked whether they are there. */
  readonly heartbeatMs?: number
  /** What devices may take of the line; without it as fast as it goes. */
  readonly downloads?: DownloadLimits
}

/** How the outside world knows this installation, as far as somebody has said it. */
interface Outside {
  readonly publicUrl: string | undefined
  readonly supportEmail: string | undefined
}

/** Where devices fetch and bring files. */
const filePaths = { fetch: '/device/files/:token', bring: '/device/logs/:token' }
const entries = { '/login': 'login.html' }

/** The server for people: every route of every feature, its documentation, health, and the console. */
export async function createApp(wanted: Wanted): Promise<FastifyInstance> {
  const { services, logger, consoleFolder, outside, departure = new Departure() } = wanted
  const app = await createHttp(logger, {
    frames: services.frameOrigins,
    images: imageOrigins(services.mapSources),
  })
  departure.watch(app)
  await serveSockets(app, {
    path: appSocketPath,
    maxBytes: appSocketLimits.bytes,
    onSocket: phonesOf(services, {
      ...(wanted.heartbeatMs !== undefined && { heartbeatMs: wanted.heartbeatMs }),
      onError: (error) => logger.warn(error, 'a phone met an error'),
    }),
  })
  serveHealth(app, partsOf(wanted))
  await serveDocumentation(app, services.version)
  await serve(
    app,
    {
      database: services.database,
      services,
      timeZone: services.timeZone,
      publicUrl: outside?.publicUrl,
      now: () => services.clock.now(),
      streamsEnd: departure.streamsEnd,
      authenticate: (shown, route) => authenticate(services, shown, route),
      record: recordDeed,
    },
    served,
  )
  const bandwidth = new Bandwidth(wanted.downloads ?? { atOnce: Infinity })
  if (wanted.broker) serveBrokerPlane(app, brokerPlane(services), wanted.broker)
  await serveFilePlane(app, devicePlane(services, bandwidth), filePaths)
  serveOpenFiles(app, appDownloads(services), { publicUrl: outside?.publicUrl })
  servePublicPages(app, wanted)
  await serveConsole(app, consoleFolder, entries)
  return app
}

function servePublicPages(app: FastifyInstance, { consoleFolder, outside }: Wanted): void {
  const { publicUrl, supportEmail } = outside ?? {}
  serveSheets(app, {
    folder: consoleFolder,
    pages: publicPages,
    fileOf: publicPageFile,
    factsOf: (origin) => ({
      [publicPageFacts.origin]: origin,
      [publicPageFacts.supportEmail]: supportEmail ?? `support@${URL.parse(origin)?.hostname ?? 'localhost'}`,
    }),
    publicUrl,
  })
}

/** What has to answer before people are served: the last-known values are the cache. */
function partsOf({ services: { database, cache }, reportProbes, departure }: Wanted): Parts {
  return {
    ...(departure && { process: async () => departure.isAnnounced && fail('is stopping') }),
    database: () => sql`select 1`.execute(database.system),
    ...(reportProbes && { broker: () => askProbes(reportProbes) }),
    cache: () =>
      cache?.ping() ?? database.system.selectFrom('latestValues').select('deviceId').limit(1).execute(),
  }
}

function fail(reason: string): never {
  throw new Error(reason)
}
