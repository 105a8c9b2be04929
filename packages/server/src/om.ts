import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createApp } from './app.ts'
import { type Config, readProcessConfig } from './config.ts'
import { openFirmware } from './config-firmware.ts'
import type { Facts } from './facts.ts'
import { prepareSigning } from './features/firmware/index.ts'
import { scheduled, ticking } from './features.ts'
import { createSignOn } from './platform/access/sign-on.ts'
import { openBus } from './platform/bus/bus.ts'
import { systemClock } from './platform/clock/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { type FileStore, openFolderStore } from './platform/files/index.ts'
import type { BrokerAccess } from './platform/http/broker-plane.ts'
import { Departure } from './platform/http/departure.ts'
import { listOf } from './platform/http/guard.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { startTicking } from './platform/jobs/ticking.ts'
import { openMail } from './platform/mail/mail.ts'
import { probeNote } from './platform/supervisor/probes.ts'
import { runSupervised } from './platform/supervisor/supervised.ts'
import type { DB } from './tables/index.generated.ts'
import packageJson from '../package.json' with { type: 'json' }

// The process that serves people, and does at their hours what the clock asks for.

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

await runSupervised(async () => {
  const config = readProcessConfig()
  const logger = pino({ level: config.logLevel, base: { process: 'om' } })
  const onError = (error: Error) => logger.error(error, 'a database connection broke')
  const database = await openDatabase<DB>(config.database, {
    connections: config.storage.connections,
    replica: config.storage.replica,
    onError,
  })
  const bus = await openBus<Facts>({ url: config.database.system, onError })
  const services = {
    clock: systemClock,
    database,
    bus,
    cache: await openCache(config, onError),
    files: await openFiles(config),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    timeZone: config.platformZone,
    frameOrigins: config.frameOrigins,
    signOn: config.signOn && createSignOn(config.signOn),
    outward: {
      mail: config.outward.mail && openMail(config.outward.mail),
      webhooks: listOf(config.outward.webhookRanges),
    },
    mapSources: config.mapSources,
    firmware: openFirmware(config.firmware),
    upgrades: config.upgrades,
    version: packageJson.version,
    startedAt: new Date().toISOString(),
  }
  // Where devices are served elsewhere, their processes tell of themselves.
  const reportProbes = config.roles.has('report') ? probeNote(config.dataDir).read : undefined
  const { downloads } = config
  const departure = new Departure()
  const app = await createApp({
    ...{ services, logger, consoleFolder, reportProbes, outside: config, downloads },
    broker: brokerAccess(config),
    departure,
  })
  await prepareSigning(services)
  const jobs = await startJobs(config.database.system, scheduled, { services, log: logger })
  const ticks = startTicking(ticking, services, (tick, error) =>
    logger.error({ tick, err: error }, 'a tick failed'),
  )
  services.outward.mail?.verify().catch((error: unknown) => {
    logger.warn(error, 'SMTP_URL: the server does not take e-mail; messages wait and are tried again')
  })
  await app.listen({ port: config.port, host: '0.0.0.0' })
  logger.info({ port: config.port }, 'serving people')
  const drainMs = config.drainSeconds * 1000
  return {
    drainMs,
    async stop() {
      departure.announce()
      await wait(drainMs)
      await departure.carryOut(app)
      await ticks.stop()
      await jobs.stop()
      services.outward.mail?.close()
      await bus.close()
      await services.cache?.close()
      await database.close()
    },
  }
})

async function openCache({ redisUrl }: Config, onError: (error: Error) => void) {
  if (redisUrl === undefined) return undefined
  const { openRedisCache } = await import('./platform/cache/redis-cache.ts')
  return openRedisCache({ url: redisUrl, onError })
}

async function openFiles({ fileStore, dataDir }: Config): Promise<FileStore> {
  if (!fileStore) return openFolderStore({ folder: join(dataDir, 'files') })
  // Its library is large, and few need it.
  const { openS3Store } = await import('./platform/files/s3-store.ts')
  return openS3Store(fileStore)
}

/** A broker asks only where somebody has agreed with it on a key. */
function brokerAccess({ broker }: Config): BrokerAccess | undefined {
  if (broker?.key === undefined) return undefined
  const { username, password } = new URL(broker.url)
  const platform = { name: decodeURIComponent(username), secret: decodeURIComponent(password) }
  return { key: broker.key, platform }
}
