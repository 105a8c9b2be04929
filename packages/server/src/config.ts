import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { downloadsEnvironment, readDownloads } from './config-downloads.ts'
import { type FirmwareConfig, firmwareEnvironment, readFirmwareConfig } from './config-firmware.ts'
import { filesEnvironment, readFiles } from './config-files.ts'
import { type BrokerSettings, brokerEnvironment, readBroker } from './config-broker.ts'
import { readFrameOrigins, readSignOn, signOnEnvironment } from './config-sign-on.ts'
import { type DatabaseSettings, databaseEnvironment, readDatabase } from './config-database.ts'
import { type MapSources, mapEnvironment, readMapSources } from './config-map.ts'
import { type Outward, outwardEnvironment, readOutward } from './config-outward.ts'
import { type UpgradeSettings, readUpgrades, upgradesEnvironment } from './config-upgrades.ts'
import { type Environment, Reader } from './environment.ts'
import type { DownloadLimits } from './platform/http/bandwidth.ts'
import type { S3Settings } from './platform/files/s3-store.ts'
import type { SignOnSettings } from './platform/access/sign-on.ts'

export { ConfigError } from './environment.ts'

/** What an operator may set; docs/operations.md explains each variable. */
export type Config = {
  port: number
  mqttPort: number
  mqttTls: { port: number; certFile: string; keyFile: string } | undefined
  /** Of report's health and metrics, on loopback; undefined: the usual one, or any that is free. */
  reportProbePort: number | undefined
  dataDir: string
  adminPassword: string | undefined
  demoDevices: number
  platformZone: string
  publicUrl: string | undefined
  /** Whom the public pages name for help. */
  supportEmail: string | undefined
  /** Origins whose pages may be shown within the console. */
  frameOrigins: readonly string[]
  signOn: SignOnSettings | undefined
  outward: Outward
  mapSources: MapSources
  downloads: DownloadLimits
  firmware: FirmwareConfig
  upgrades: UpgradeSettings
  storage: DatabaseSettings
  /** Undefined: the embedded one. */
  broker: BrokerSettings | undefined
  /** Of last-known values, beside the database. */
  redisUrl: string | undefined
  /** Undefined: a folder of DATA_DIR. */
  fileStore: S3Settings | undefined
  /** How long om still answers after it was told to stop, so that who balances load may turn away from it. */
  drainSeconds: number
  logLevel: LogLevel
  roles: ReadonlySet<ProcessRole>
}

/** What the supervisor hands to om and report on top, by the same way: variables. */
export type ProcessConfig = Config & {
  /** Connection strings of the roles that serve: see DatabaseUrls. */
  database: { app: string; staff: string; system: string }
}

export type LogLevel = (typeof logLevels)[number]
export type ProcessRole = (typeof processRoles)[number]

// Commands may be typed in any folder; the data lies where it lies.
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const processRoles = ['om', 'report'] as const

export function readConfig(environment: Environment = process.env): Config {
  const reader = new Reader(environment)
  const config: Config = {
    port: reader.port('PORT', 8080),
    mqttPort: reader.port('MQTT_PORT', 1883),
    mqttTls: readTls(reader),
    reportProbePort: reader.text('REPORT_PROBE_PORT') ? reader.port('REPORT_PROBE_PORT', 0) : undefined,
    dataDir: resolve(repository, reader.text('DATA_DIR') ?? 'data'),
    adminPassword: readAdminPassword(reader),
    demoDevices: reader.integer('DEMO_DEVICES', {
      // Nobody wants simulated devices among those of a database that was there before.
      fallback: reader.text('DATABASE_URL') === undefined ? 60 : 0,
      low: 0,
      high: 100_000,
    }),
    platformZone: readZone(reader),
    publicUrl: readPublicUrl(reader),
    supportEmail: readSupportEmail(reader),
    frameOrigins: readFrameOrigins(reader),
    signOn: readSignOn(reader),
    outward: readOutward(reader),
    mapSources: readMapSources(reader),
    downloads: readDownloads(reader),
    firmware: readFirmwareConfig(reader),
    upgrades: readUpgrades(reader),
    storage: readDatabase(reader),
    broker: readBroker(reader),
    redisUrl: readRedis(reader),
    fileStore: readFiles(reader),
    drainSeconds: reader.integer('DRAIN_SECONDS', { fallback: 0, low: 0, high: 120 }),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    roles: new Set(reader.listOf('ROLES', processRoles)),
  }
  refuseSharedPorts(config, reader)
  reader.finish()
  return config
}

export function readProcessConfig(environment: Environment = process.env): ProcessConfig {
  const config = readConfig(environment)
  const reader = new Reader(environment)
  const database = {
    app: reader.required('DATABASE_APP_URL'),
    staff: reader.required('DATABASE_STAFF_URL'),
    system: reader.required('DATABASE_SYSTEM_URL'),
  }
  reader.finish()
  return { ...config, database }
}

/** The variables from which a child process reads the same configuration: nothing else of ours reaches it. */
export function processEnvironment(config: Config, database: ProcessConfig['database']): Environment {
  return {
    ...ambientEnvironment(),
    PORT: String(config.port),
    MQTT_PORT: String(config.mqttPort),
    ...(config.mqttTls && {
      MQTT_TLS_PORT: String(config.mqttTls.port),
      MQTT_TLS_CERT: config.mqttTls.certFile,
      MQTT_TLS_KEY: config.mqttTls.keyFile,
    }),
    ...(config.reportProbePort && { REPORT_PROBE_PORT: String(config.reportProbePort) }),
    DATA_DIR: config.dataDir,
    DEMO_DEVICES: String(config.demoDevices),
    PLATFORM_TZ: config.platformZone,
    ...(config.publicUrl && { PUBLIC_URL: config.publicUrl }),
    ...(config.supportEmail && { SUPPORT_EMAIL: config.supportEmail }),
    ...(config.frameOrigins.length > 0 && { FRAME_ORIGINS: config.frameOrigins.join(',') }),
    ...(config.signOn && signOnEnvironment(config.signOn)),
    ...outwardEnvironment(config.outward),
    ...mapEnvironment(config.mapSources),
    ...downloadsEnvironment(config.downloads),
    ...firmwareEnvironment(config.firmware),
    ...upgradesEnvironment(config.upgrades),
    DRAIN_SECONDS: String(config.drainSeconds),
    LOG_LEVEL: config.logLevel,
    ROLES: [...config.roles].join(','),
    ...databaseEnvironment(config.storage, database),
    ...brokerEnvironment(config.broker),
    ...(config.redisUrl !== undefined && { REDIS_URL: config.redisUrl }),
    ...filesEnvironment(config.fileStore),
  }
}

/** What any program may need from its surroundings; processes run in UTC whatever the machine's zone. */
export function ambientEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    TZ: 'UTC',
    NODE_ENV: 'production',
    // A third off the start of every process; Node tells stale entries by itself.
    NODE_COMPILE_CACHE: resolve(repository, 'node_modules', '.cache', 'compiled'),
  }
}

function readRedis(reader: Reader): string | undefined {
  const value = reader.text('REDIS_URL')
  const isRedis = (url: string) => /^rediss?:$/.test(URL.parse(url.trim())?.protocol ?? '')
  if (value === undefined || value.split(',').every(isRedis)) return value
  reader.problem(
    'REDIS_URL must be an address such as redis://:password@cache.example.com:6379, or several of a cluster, separated by commas.',
  )
  return undefined
}

function refuseSharedPorts(config: Config, reader: Reader): void {
  const variables = new Map<number, string>()
  for (const [variable, port] of [
    ['PORT', config.port],
    ['MQTT_PORT', config.mqttPort],
    ['MQTT_TLS_PORT', config.mqttTls?.port],
    ['REPORT_PROBE_PORT', config.reportProbePort],
  ] as const) {
    if (port === undefined) continue
    const other = variables.get(port)
    if (other) reader.problem(`${other} and ${variable} are the same; each needs its own.`)
    variables.set(port, variable)
  }
}

function readTls(reader: Reader): Config['mqttTls'] {
  const certFile = reader.readableFile('MQTT_TLS_CERT')
  const keyFile = reader.readableFile('MQTT_TLS_KEY')
  const port = reader.port('MQTT_TLS_PORT', 8883)
  if (certFile && keyFile) {
    refuseUnusablePair(reader, certFile, keyFile)
    return { port, certFile, keyFile }
  }
  const given = ['MQTT_TLS_CERT', 'MQTT_TLS_KEY', 'MQTT_TLS_PORT'].filter(
    (name) => reader.text(name) !== undefined,
  )
  if (given.length > 0 && !(reader.text('MQTT_TLS_CERT') && reader.text('MQTT_TLS_KEY'))) {
    reader.problem(`${given.join(' and ')} is set; TLS needs both MQTT_TLS_CERT and MQTT_TLS_KEY.`)
  }
  return undefined
}

function refuseUnusablePair(reader: Reader, certFile: string, keyFile: string): void {
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    reader.problem(`MQTT_TLS_CERT and MQTT_TLS_KEY are no certificate and its key in PEM (${reason}).`)
  }
}

// The rule of the change-password dialog, so that the first password could also be chosen there.
function readAdminPassword(reader: Reader): string | undefined {
  const password = reader.text('ADMIN_PASSWORD')
  if (password === undefined) return undefined
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  if (password.length < 6 || password.length > 20 || kinds < 2) {
    reader.problem(
      'ADMIN_PASSWORD must have 6 to 20 characters and two kinds of: upper-case, lower-case, digit, special character.',
    )
  }
  return password
}

function readZone(reader: Reader): string {
  const zone = reader.text('PLATFORM_TZ') ?? 'Asia/Shanghai'
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    reader.problem(`PLATFORM_TZ must be the name of a time zone such as Asia/Shanghai, not "${zone}".`)
  }
  return zone
}

function readPublicUrl(reader: Reader): string | undefined {
  const value = reader.text('PUBLIC_URL')
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return value.replace(/\/+$/, '')
  reader.problem(`PUBLIC_URL must be an address such as https://fleet.example.com, not "${value}".`)
  return undefined
}

function readSupportEmail(reader: Reader): string | undefined {
  const value = reader.text('SUPPORT_EMAIL')
  if (value === undefined || /^[^\s@<>"]+@[^\s@<>"]+$/.test(value)) return value
  reader.problem(`SUPPORT_EMAIL must be an e-mail address, not "${value}".`)
  return undefined
}
