import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { Announcer } from './announcer.ts'
import type { Facts } from './facts.ts'
import { alarmJobs, makeAlarmPartitions } from './features/alarms/index.ts'
import { Lease, Presence, linkJobs } from './features/links/index.ts'
import {
  daysAhead,
  defineBoardViews,
  makeTelemetryPartitions,
  telemetryJobs,
} from './features/telemetry/index.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'
import { mayListen, routeUp } from './gateway-topics.ts'
import type { Bus } from './platform/bus/bus.ts'
import { typeParsers } from './platform/database/database.ts'
import { startTicking } from './platform/jobs/ticking.ts'
import type { Session } from './platform/link/dialect.ts'
import { startMqtt } from './platform/link/mqtt/broker.ts'
import { Pipeline } from './platform/link/pipeline.ts'

export interface GatewayOptions {
  databaseUrl: string
  bus: Bus<Facts>
  logger: Logger
  mqtt: { port: number; address?: string; tls?: { port: number; cert: Buffer; key: Buffer } }
  /** How long devices of a dead instance are still believed online. */
  graceSeconds?: number
}

/** Away for this long, and new connections are refused and readiness is lost. */
const AWAY_MS = 5_000
const WRITER_LANES = 2

/** Everything between a device's socket and the commit: sessions, decoding, storage, alarms, acknowledgement. */
export async function startGateway(options: GatewayOptions) {
  const { logger, bus } = options
  const instance = randomUUID()
  const onError = (error: unknown) => logger.error(error, 'the device plane met an error')
  const db = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 3,
    types: typeParsers,
    connectionTimeoutMillis: AWAY_MS,
    application_name: 'wattkeeper report',
  })
  db.on('error', onError)
  await Promise.all([makeTelemetryPartitions(db), makeAlarmPartitions(db), defineBoardViews(db)])

  const announcer = new Announcer(bus)
  const onChanged = (ids: number[]) => announcer.devicesChanged(ids)
  const presence = new Presence({ db, instance, onChanged, onError })
  const metrics = createGatewayMetrics({ sessions: () => presence.count, held: () => pipeline.held })
  const pipeline = new Pipeline({
    writer: new URL('./gateway-writer.ts', import.meta.url),
    data: { databaseUrl: options.databaseUrl, lanes: WRITER_LANES },
    lanes: WRITER_LANES,
    onBatch: metrics.batch,
    onCounts: metrics.counted,
    onStored: ({ facts, counts }) => {
      announcer.devicesChanged(facts['deviceStateChanged'] ?? [])
      const { alarmsOpened: opened = 0, alarmsClosed: closed = 0 } = counts
      announcer.alarmsChanged(facts['alarmsChanged'] ?? [], { opened, closed })
    },
    onDatabase: (isAway, reason) =>
      isAway
        ? logger.warn({ reason }, 'the writer waits for the database')
        : logger.info('the writer writes again'),
  })
  const isAway = () => pipeline.oldestMs > AWAY_MS || presence.oldestMs > AWAY_MS
  const host = {
    admit: (claim: { name: string; secret: Uint8Array }) =>
      isAway() ? Promise.resolve({ verdict: 'unavailable' as const }) : presence.admit(claim),
    left: (session: Session) => {
      logger.debug({ device: session.name }, 'a device left')
      presence.left(session)
    },
    take: pipeline.take.bind(pipeline),
  }
  const lease = new Lease(db, instance)
  await lease.hold(presence, { onChanged, onError })
  const dialect = await startMqtt(host, { ...options.mqtt, route: routeUp, mayListen })

  const recheck = async (ids: readonly number[]) => {
    for (const code of await presence.outdated(ids)) {
      logger.info({ device: code }, 'its session no longer matches the device and is closed')
      dialect.drop(code)
    }
  }
  const hearing = [
    bus.hear('deviceEdited', ({ deviceId }) => void recheck([deviceId]).catch(onError)),
    bus.onGap(() => void recheck(presence.held.map(({ id }) => id)).catch(onError)),
  ]
  const onFleetLost = (ids: number[]) => {
    logger.warn({ devices: ids.length }, 'the devices of a dead instance went offline')
    onChanged(ids)
  }
  const ticks = [
    ...telemetryJobs,
    ...alarmJobs,
    ...linkJobs({ onChanged, onFleetLost }, options.graceSeconds),
  ]
  const ticking = startTicking(ticks, db, (tick, error) => logger.error({ tick, error }, 'a job failed'))

  return {
    port: dialect.port,
    metrics: metrics.registry,
    failed: pipeline.failed,
    send: dialect.send.bind(dialect),
    /** Why devices are not served as they should be; empty when they are. */
    async troubles(): Promise<string[]> {
      if (isAway()) return ['the database is away']
      const ahead = await daysAhead(db).catch(() => undefined)
      if (ahead === undefined) return ['the database is away']
      return ahead < 2 ? ['telemetry has fewer than two days of partitions ahead'] : []
    },
    async stop(): Promise<void> {
      for (const stop of hearing) stop()
      dialect.quiesce()
      await ticking.stop()
      await pipeline.flush()
      await dialect.close()
      await presence.settle()
      await lease.drop()
      announcer.flush()
      await pipeline.close()
      await db.end()
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>
