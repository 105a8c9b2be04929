import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import pino from 'pino'
import type { BrokerSettings } from './config-broker.ts'
import { readProcessConfig } from './config.ts'
import type { Facts } from './facts.ts'
import { startGateway } from './gateway.ts'
import type { ClusterAccess } from './gateway-cluster.ts'
import { openBus } from './platform/bus/bus.ts'
import type { Cache } from './platform/cache/cache.ts'
import { probeNote, serveProbes } from './platform/supervisor/probes.ts'
import { runSupervised } from './platform/supervisor/supervised.ts'

// The process that serves devices. It lets them go and writes what it holds before it ends.

await runSupervised(async () => {
  const config = readProcessConfig()
  const logger = pino({ level: config.logLevel, base: { process: 'report' } })
  const bus = await openBus<Facts>({
    url: config.database.system,
    onError: (error) => logger.error(error, 'the bus broke'),
  })
  const tls = config.mqttTls && {
    port: config.mqttTls.port,
    cert: readFileSync(config.mqttTls.certFile),
    key: readFileSync(config.mqttTls.keyFile),
  }
  const onCacheError = (error: Error) => logger.warn(error, 'the cache is away')
  const cache = config.redisUrl === undefined ? undefined : await openCache(config.redisUrl, onCacheError)
  const gateway = await startGateway({
    databaseUrl: config.database.system,
    redisUrl: config.redisUrl,
    cache,
    bus,
    logger,
    mqtt: { port: config.mqttPort, ...(tls && { tls }) },
    ...(config.broker && { cluster: clusterOf(config.broker, config.dataDir) }),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    soakSeconds: config.upgrades.soakSeconds,
  })
  gateway.failed.catch((error: unknown) => {
    logger.fatal(error, 'the writer thread ended')
    process.exit(1)
  })
  const probes = await serveProbes({
    troubles: () => gateway.troubles(),
    registry: gateway.metrics,
    port: config.reportProbePort,
  })
  probeNote(config.dataDir).write(probes.port)
  logger.info({ port: gateway.port, probes: probes.port }, 'serving devices')
  return {
    async stop() {
      await gateway.stop()
      await cache?.close()
      await bus.close()
      await probes.stop()
    },
  }
})

/** The broker knows this process by the same name after a restart: nothing of what it had for it is lost. */
function clusterOf({ url, offlineAfterSeconds }: BrokerSettings, dataDir: string): ClusterAccess {
  const place = createHash('sha256').update(`${hostname()} ${dataDir}`).digest('hex').slice(0, 16)
  return { url, offlineAfterSeconds, clientId: `wattkeeper-report-${place}` }
}

async function openCache(url: string, onError: (error: Error) => void): Promise<Cache> {
  const { openRedisCache } = await import('./platform/cache/redis-cache.ts')
  return openRedisCache({ url, onError })
}
