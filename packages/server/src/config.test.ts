import { resolve } from 'node:path'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { usualUpgrades } from './config-upgrades.ts'
import { processEnvironment, readConfig, readProcessConfig } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    mqttPort: 1883,
    mqttTls: undefined,
    dataDir: resolve('data'),
    adminPassword: undefined,
    demoDevices: 60,
    platformZone: 'Asia/Shanghai',
    publicUrl: undefined,
    frameOrigins: [],
    signOn: undefined,
    mapSources: { tiles: undefined, provider: undefined },
    outward: { mail: undefined, webhookRanges: [] },
    storage: { external: undefined, replica: undefined, connections: 10 },
    broker: undefined,
    redisUrl: undefined,
    fileStore: undefined,
    downloads: { atOnce: 1_000 },
    firmware: { keyFile: undefined, maxMebibytes: 64, needsApproval: false },
    upgrades: usualUpgrades,
    drainSeconds: 0,
    logLevel: 'info',
    roles: new Set(['om', 'report']),
  })
})

const signOn = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'wattkeeper',
  OIDC_CLIENT_SECRET: 'geheim',
  PUBLIC_URL: 'https://a.b/',
}

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535, not "http".'],
  [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535, not "0".'],
  [{ PORT: '8080.5' }, 'PORT must be a whole number from 1 to 65535, not "8080.5".'],
  [{ MQTT_PORT: '70000' }, 'MQTT_PORT must be a whole number from 1 to 65535, not "70000".'],
  [{ PORT: '1883' }, 'PORT and MQTT_PORT are the same; each needs its own.'],
  [{ DEMO_DEVICES: '-1' }, 'DEMO_DEVICES must be a whole number from 0 to 100000, not "-1".'],
  [
    { PLATFORM_TZ: 'Mars/Olympus' },
    'PLATFORM_TZ must be the name of a time zone such as Asia/Shanghai, not "Mars/Olympus".',
  ],
  [{ PUBLIC_URL: 'fleet' }, 'PUBLIC_URL must be an address such as https://fleet.example.com, not "fleet".'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ],
  [
    { FRAME_ORIGINS: 'https://a.example, https://b.example/page' },
    'FRAME_ORIGINS must list origins such as https://maps.example.com, not "https://b.example/page".',
  ],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID is missing; sign-in by OpenID Connect needs it.'],
  [
    { ...signOn, OIDC_ISSUER: 'http://id.example' },
    'OIDC_ISSUER must be an https address (http on this machine only), not "http://id.example".',
  ],
  [
    { UPGRADE_ORDER: 'bms,bms' },
    'UPGRADE_ORDER must list part types such as bms,mppt,*,wifi, each once, not "bms,bms".',
  ],
  [{ DOWNLOAD_RATE: '12' }, 'DOWNLOAD_RATE must be a whole number from 64 to 100000000, not "12".'],
  [
    { DOWNLOAD_RATE: '100', DOWNLOAD_RATE_EACH: '200' },
    'DOWNLOAD_RATE_EACH is more than DOWNLOAD_RATE, which all downloads share; lower it.',
  ],
  [{ SMTP_URL: 'mail.example:587', SMTP_FROM: 'a@b.example' }, 'SMTP_URL must be an address such as'],
  [{ SMTP_URL: 'smtp://mail.example:587' }, 'SMTP_FROM must be a sender such as'],
  [
    { WEBHOOK_ALLOW: '10.0.0.0/8,chat.example' },
    'WEBHOOK_ALLOW must list ranges of addresses such as 10.20.0.0/16, not "chat.example".',
  ],
  [{ DATABASE_URL: 'db.example.com' }, 'DATABASE_URL must be an address such as postgres://'],
  [{ DATABASE_URL: 'postgres://me@db.example/wk' }, 'DATABASE_URL must name a password'],
  [
    { DATABASE_URL: 'postgres://me:x@db.example/wk', DATABASE_APP_URL: 'postgres://a:x@db.example/wk' },
    'DATABASE_APP_URL, DATABASE_STAFF_URL and DATABASE_SYSTEM_URL are given together or not at all.',
  ],
  [{ DATABASE_REPLICA_URL: 'copy' }, 'DATABASE_REPLICA_URL must be an address such as postgres://'],
  [{ DATABASE_CONNECTIONS: '2' }, 'DATABASE_CONNECTIONS must be a whole number from 6 to 500, not "2".'],
  [{ S3_URL: 's3://bucket' }, 'S3_URL must be an address such as https://key:secret@s3.example.com/bucket'],
  [{ S3_LINK_URL: 'https://files.example' }, 'S3_LINK_URL is set; it needs S3_URL.'],
  [
    { MQTT_URL: 'broker' },
    'MQTT_URL must be an address such as mqtt://user:password@broker.example.com:1883',
  ],
  [{ MQTT_KEY: 'a' }, 'MQTT_KEY is set; it needs MQTT_URL.'],
  [
    { MQTT_URL: 'mqtt://broker.example', MQTT_KEY: 'short' },
    'MQTT_KEY must have at least 20 letters and digits.',
  ],
  [{ REDIS_URL: 'cache:6379' }, 'REDIS_URL must be an address such as redis://'],
  [{ ROLES: 'om,cook' }, 'ROLES must be a comma-separated list of om, report, not "cook".'],
  [
    { MQTT_TLS_CERT: '/nowhere/cert.pem' },
    'MQTT_TLS_CERT names the file /nowhere/cert.pem, which cannot be read.',
  ],
  [{ MQTT_TLS_PORT: '8883' }, 'MQTT_TLS_PORT is set; TLS needs both MQTT_TLS_CERT and MQTT_TLS_KEY.'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 6 to 20 characters'],
  [{ ADMIN_PASSWORD: 'onlyletters' }, 'ADMIN_PASSWORD must have 6 to 20 characters'],
])('%o is refused in a sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test.each([
  [{ REPORT_PROBE_PORT: '8080' }, 'PORT and REPORT_PROBE_PORT are the same; each needs its own.'],
  [{ REPORT_PROBE_PORT: 'x' }, 'REPORT_PROBE_PORT must be a whole number from 1 to 65535, not "x".'],
])('%o is refused: each listener has a port of its own', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('a certificate that is none is refused before anything starts', () => {
  const file = fileURLToPath(import.meta.url)
  const environment = { MQTT_TLS_CERT: file, MQTT_TLS_KEY: file }
  expect(() => readConfig(environment)).toThrow(
    'MQTT_TLS_CERT and MQTT_TLS_KEY are no certificate and its key in PEM',
  )
})

test('all wrong values are named at once', () => {
  expect(() => readConfig({ PORT: 'a', MQTT_PORT: 'b' })).toThrow(/PORT must.*\nMQTT_PORT must/)
})

test('a wrong password is not repeated on the terminal', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'geheim' })).toThrow(expect.not.stringContaining('geheim'))
})

test('a child reads the configuration that its supervisor read, without the admin password', () => {
  const config = readConfig({
    PORT: '9000',
    DATA_DIR: '/tmp/x',
    ADMIN_PASSWORD: 'Secret1',
    DOWNLOAD_RATE: '4096',
    DOWNLOAD_RATE_EACH: '512',
    DOWNLOADS_AT_ONCE: '300',
    FRAME_ORIGINS: 'https://maps.example, http://10.0.0.1:8090/',
    ...signOn,
  })
  expect(config.frameOrigins).toEqual(['https://maps.example', 'http://10.0.0.1:8090'])
  expect(config.downloads).toEqual({ totalRate: 4_194_304, rateEach: 524_288, atOnce: 300 })
  expect(config.signOn?.redirectUri).toBe('https://a.b/login')
  const database = { app: 'postgres://a', staff: 'postgres://b', system: 'postgres://c' }
  expect(readProcessConfig(processEnvironment(config, database))).toEqual({
    ...config,
    adminPassword: undefined,
    database,
  })
})

test('a process that was started alone without a database says what is missing', () => {
  expect(() => readProcessConfig({})).toThrow('DATABASE_APP_URL is missing')
})

test('the manual names every variable, and no other', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) =>
    /^config(-[a-z-]+)?\.ts$/.test(file),
  )
  const source = files.map((file) => read(`./${file}`)).join('\n')
  const manual = read('../../../docs/operations.md')
  const set = [...source.matchAll(/'([A-Z][A-Z0-9]*_?[A-Z0-9_]*)'|\b([A-Z0-9]+_URL): '/g)]
    .flatMap(([, quoted, listed]) => [quoted, listed])
    .filter((name) => name !== undefined)
  const ambient = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'UTC']
  const wanted = new Set(set.filter((name) => !ambient.includes(name)))
  const named = new Set([...manual.matchAll(/^\| `([A-Z][A-Z0-9_]*)` /gm)].map(([, name]) => name))
  expect([...named].sort()).toEqual([...wanted].sort())
})
