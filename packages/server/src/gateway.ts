import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { Announcer } from './announcer.ts'
import type { Facts } from './facts.ts'
import { alarmJobs, makeAlarmPartitions } from './features/alarms/index.ts'
import { Lanes, laneTicks } from './features/commands/index.ts'
import { type Connected, Lease, LinkProbe, Presence, linkJobs } from './features/links/index.ts'
import {
  daysAhead,
  defineBoardViews,
  makeTelemetryPartitions,
  telemetryJobs,
} from './features/telemetry/index.ts'
import { type ClusterAccess, type GatewayCluster, gatewayCluster } from './gateway-cluster.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'
import { type PresenceNews, presenceNews } from './gateway-presence.ts'
import { mayListen, routeUp } from './gateway-topics.ts'
import { type GatewayUpgrades, gatewayUpgrades } from './gateway-upgrades.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { Cache } from './platform/cache/cache.ts'
import { type Clock, systemClock } from './platform/clock/clock.ts'
import { surviveBreaks, typeParsers } from './platform/database/database.ts'
import { startTicking } from './platform/jobs/ticking.ts'
import type { Ticking } from './platform/jobs/ticking.ts'
import type { Arrival, Claim, Dialect, Host, Outgoing, Session } from './platform/link/dialect.ts'
import { startMqtt } from './platform/link/mqtt/broker.ts'
import { Pipeline } from './platform/link/pipeline.ts'

export interface GatewayOptions {
  databaseUrl: string
  /** Of the cache, where there is one; the writer opens its own way to it. */
  redisUrl?: string | undefined
  cache?: Cache | undefined
  bus: Bus<Facts>
  logger: Logger
  mqtt: { port: number; address?: string; tls?: { port: number; cert: Buffer; key: Buffer } }
  /** Devices speak to a broker of the operator's own, not to the embedded one. */
  cluster?: ClusterAccess
  /** How long devices of a dead instance are still believed online. */
  graceSeconds?: number
  clock?: Clock
  /** Where devices fetch files, without a slash at the end. */
  publicUrl?: string
  /** Of upgrades. */
  soakSeconds?: number
}

/** Away for this long, and new connections are refused and readiness is lost. */
const AWAY_MS = 5_000
const WRITER_LANES = 2

/** Everything between a device's socket and the commit: sessions, decoding, storage, alarms, acknowledgement. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const gateway = new Gateway(options)
  await gateway.start()
  return gateway
}

export class Gateway {
  private readonly options: GatewayOptions
  private readonly db: pg.Pool
  private readonly announcer: Announcer
  private readonly news: PresenceNews
  private readonly presence: Presence
  private readonly pipeline: Pipeline
  private readonly lease: Lease
  private readonly lanes: Lanes
  private readonly upgrades: GatewayUpgrades
  private readonly cluster: GatewayCluster | undefined
  private readonly probe: LinkProbe
  private readonly measured: ReturnType<typeof createGatewayMetrics>
  private dialect: Dialect | undefined
  private ticking: Ticking | undefined
  private hearing: (() => void)[] = []

  constructor(options: GatewayOptions) {
    const instance = randomUUID()
    this.options = options
    this.db = openPool(options, this.onError)
    this.announcer = new Announcer(options.bus)
    this.news = presenceNews(this.announcer, this.db, options.cache)
    this.presence = new Presence({ db: this.db, instance, onChanged: this.onChanged, onError: this.onError })
    this.lease = new Lease(this.db, instance, options.cluster && { seconds: 6, renewMs: 2_000 })
    this.cluster = this.createCluster(instance)
    const { db, onError } = this
    const presence = this.cluster?.presence ?? this.presence
    this.probe = new LinkProbe({ db, bus: options.bus, cache: options.cache, presence, onError })
    this.measured = createGatewayMetrics({
      sessions: () => presence.count,
      held: () => this.pipeline.held,
      lanes: () => this.lanes.size,
    })
    this.lanes = this.createLanes()
    const { announcer, measured, hand } = this
    this.upgrades = gatewayUpgrades(options, { pool: db, announcer, measured, send: hand, onError })
    this.pipeline = this.createPipeline()
  }

  get port(): number {
    return this.dialect?.port ?? 0
  }

  get metrics(): Registry {
    return this.measured.registry
  }

  /** Rejects when the writer thread is gone: the process had better start anew. */
  get failed(): Promise<never> {
    return this.pipeline.failed
  }

  async start(): Promise<void> {
    const { db, options, presence } = this
    await Promise.all([makeTelemetryPartitions(db), makeAlarmPartitions(db), defineBoardViews(db)])
    await this.lease.hold(presence, { onChanged: this.onChanged, onError: this.onError })
    this.dialect = await (this.cluster?.join() ??
      startMqtt(this.createHost(), { ...options.mqtt, route: routeUp, mayListen }))
    const recheck = (ids: readonly number[]) => void this.dropOutdated(ids).catch(this.onError)
    this.hearing = [
      options.bus.hear('deviceEdited', ({ deviceId }) => recheck([deviceId])),
      options.bus.onGap(() => recheck(presence.held.map(({ id }) => id))),
      options.bus.hear('commandsQueued', ({ deviceIds }) => this.lanes.wake(deviceIds)),
      options.bus.onGap(() => void this.lanes.reread().catch(this.onError)),
      ...this.upgrades.hear(),
      ...(this.cluster?.hear() ?? []),
    ]
    const news = { onChanged: this.onChanged, onFleetLost: this.onFleetLost }
    const ticks = [
      ...[...telemetryJobs, ...alarmJobs],
      ...linkJobs(news, { holdsConnections: !this.cluster, graceSeconds: options.graceSeconds }),
      ...(this.cluster?.ticks ?? []),
      ...laneTicks(this.lanes),
      ...this.upgrades.ticks,
    ]
    this.ticking = startTicking(ticks, db, (tick, error) =>
      options.logger.error({ tick, err: error }, 'a tick failed'),
    )
  }

  /** Hands a message to a connected device that listens; false when there is none. */
  send(code: string, topic: string, payload: string): boolean {
    return this.hand(code, { topic, payload })
  }

  /** Why devices are not served as they should be; empty when they are. */
  async troubles(): Promise<string[]> {
    const ahead = this.isAway() ? undefined : await daysAhead(this.db).catch(() => undefined)
    if (ahead === undefined) return ['the database is away']
    const tooFew = ahead < 2 ? ['telemetry has fewer than two days of partitions ahead'] : []
    return this.cluster?.trouble === undefined ? tooFew : [...tooFew, this.cluster.trouble]
  }

  /** Stores what is held, lets the devices go and records it. */
  async stop(): Promise<void> {
    for (const stop of this.hearing) stop()
    this.probe.stop()
    await this.dialect?.quiesce()
    await this.ticking?.stop()
    await this.lanes.stop()
    await this.upgrades.sender.stop()
    await this.pipeline.flush()
    await this.dialect?.close()
    await this.presence.settle()
    await this.lease.drop()
    await this.news.settle()
    this.announcer.flush()
    await this.pipeline.close()
    await this.db.end()
  }

  private readonly hand = (device: string, message: Outgoing): boolean =>
    this.dialect?.send(device, message) ?? false

  private readonly onError = (error: unknown): void => {
    this.options.logger.error({ err: error }, 'the device plane met an error')
  }

  private readonly onChanged = (deviceIds: number[]): void => {
    this.news.changed(deviceIds)
  }

  private readonly onFleetLost = (deviceIds: number[]): void => {
    this.options.logger.warn({ devices: deviceIds.length }, 'the devices of a dead instance went offline')
    this.news.lost(deviceIds)
  }

  private createLanes(): Lanes {
    const { announcer, db, measured, onError } = this
    return new Lanes({
      db,
      clock: this.options.clock ?? systemClock,
      send: this.hand,
      onChanged: (changes) =>
        announcer.commandsChanged(
          changes.map(({ id }) => id),
          changes.map(({ deviceId }) => deviceId),
        ),
      onCounts: (counts) => measured.counted(counts),
      onError,
    })
  }

  private createPipeline(): Pipeline {
    const { databaseUrl, redisUrl, logger } = this.options
    return new Pipeline({
      writer: new URL('./gateway-writer.ts', import.meta.url),
      data: { databaseUrl, lanes: WRITER_LANES, ...(redisUrl !== undefined && { redisUrl }) },
      lanes: WRITER_LANES,
      onBatch: (messages, ms) => this.measured.batch(messages, ms),
      onCounts: (counts) => this.measured.counted(counts),
      onStored: ({ facts, counts }) => {
        this.announcer.devicesChanged(facts['deviceStateChanged'] ?? [])
        const { alarmsOpened: opened = 0, alarmsClosed: closed = 0 } = counts
        this.announcer.alarmsChanged(facts['alarmsChanged'] ?? [], { opened, closed })
        this.announcer.eventsStored(facts['eventsStored'] ?? [])
        const answered = facts['commandLanes'] ?? []
        this.lanes.wake(answered)
        this.announcer.commandsChanged(facts['commandsChanged'] ?? [], answered)
        this.upgrades.stored(facts['upgradesChanged'] ?? [], facts['upgradedDevices'] ?? [])
      },
      onDatabase: (isAway, reason) => {
        if (isAway) logger.warn({ reason }, 'the writer waits for the database')
        else logger.info('the writer writes again')
      },
    })
  }

  private createHost(): Host {
    const { presence, options } = this
    return {
      admit: (claim: Claim) =>
        this.isAway() ? Promise.resolve({ verdict: 'unavailable' }) : presence.admit(claim),
      left: (session: Session) => {
        options.logger.debug({ device: session.name }, 'a device left')
        presence.left(session)
        this.left(session)
      },
      listens: this.listens,
      take: this.take,
    }
  }

  private createCluster(instance: string): GatewayCluster | undefined {
    const { options, db: pool, onChanged, onError, left: onLeft, listens: onListens, take } = this
    const wake = (ids: readonly number[]) => this.lanes.wake(ids)
    const means = { pool, instance, onChanged, onError, onLeft, onListens, take, wake }
    return options.cluster && gatewayCluster(options, options.cluster, means)
  }

  private readonly listens = (session: Connected): void => {
    this.lanes.listens(session)
    this.upgrades.sender.listens(session)
  }

  private readonly left = (session: Connected): void => {
    this.lanes.left(session)
    this.upgrades.sender.left(session)
    this.probe.left(session.id)
  }

  private readonly take = (arrival: Arrival): void => {
    this.probe.heard(arrival.session.id)
    this.pipeline.take(arrival)
  }

  private isAway(): boolean {
    return this.pipeline.oldestMs > AWAY_MS || this.presence.oldestMs > AWAY_MS
  }

  private async dropOutdated(ids: readonly number[]): Promise<void> {
    for (const code of await this.presence.outdated(ids)) {
      this.options.logger.info({ device: code }, 'its session no longer matches the device and is closed')
      this.dialect?.drop(code)
    }
  }
}

function openPool({ databaseUrl }: GatewayOptions, onError: (error: unknown) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 3,
    types: typeParsers,
    connectionTimeoutMillis: AWAY_MS,
    application_name: 'wattkeeper report',
  })
  surviveBreaks(pool, onError)
  return pool
}
