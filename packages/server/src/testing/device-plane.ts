import { randomBytes } from 'node:crypto'
import { topicOf } from '@wattkeeper/contracts/link'
import type { TopicName } from '@wattkeeper/contracts/link'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import pg from 'pg'
import pino from 'pino'
import type { Facts } from '../facts.ts'
import { startGateway } from '../gateway.ts'
import type { Gateway, GatewayOptions } from '../gateway.ts'
import type { ClusterAccess } from '../gateway-cluster.ts'
import { openBus } from '../platform/bus/bus.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { typeParsers } from '../platform/database/database.ts'
import { startTestDatabase } from '../platform/database/testing.ts'
import { hashSecret } from '../platform/link/secret.ts'
import { type TestMosquitto, startMosquitto, systemMosquitto } from './mosquitto.ts'

export interface TestDevice {
  id: number
  code: string
  secret: string
}

/** Whose broker the devices of a test speak to. */
export type TestBroker = 'the embedded broker' | 'Debian’s mosquitto'

/** What every test about the devices' connections runs on. */
export const testBrokers: readonly TestBroker[] =
  systemMosquitto() === undefined ? ['the embedded broker'] : ['the embedded broker', 'Debian’s mosquitto']
if (testBrokers.length === 1) process.stdout.write('not run: no mosquitto\n')

interface FleetTraits extends Pick<GatewayOptions['mqtt'], 'tls'> {
  readonly on?: TestBroker
}

/** A gateway on a database of its own, and devices that speak to it by MQTT. */
export interface TestFleet {
  gateway: Gateway
  urls: Awaited<ReturnType<typeof startTestDatabase>>['urls']
  bus: Bus<Facts>
  /** Where devices connect. */
  readonly port: number
  /** Asks as wk_system. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Devices of type 1 that belong to one operator; activated unless a status is given. */
  devices(count: number, status?: number): Promise<TestDevice[]>
  device(): Promise<TestDevice>
  /** Resolves when the platform knows that the device is there. */
  connect(device: TestDevice, options?: IClientOptions): Promise<MqttClient>
  /** Resolves when what was said is committed: with its acknowledgement, or behind another broker a moment later. */
  say(client: MqttClient, topic: TopicName, payload: unknown): Promise<void>
  stop(): Promise<void>
}

export async function startTestFleet({ tls, on }: FleetTraits = {}): Promise<TestFleet> {
  const database = await startTestDatabase()
  const bus = await openBus<Facts>({ url: database.urls.system, onError: () => undefined })
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const broker =
    on === 'Debian’s mosquitto' ? await startMosquitto(systemMosquitto() ?? 'mosquitto') : undefined
  const gateway = await startGateway({
    databaseUrl: database.urls.system,
    bus,
    logger,
    mqtt: { port: 0, address: '127.0.0.1', ...(tls && { tls }) },
    ...(broker && { cluster: clusterAccess(broker) }),
  })
  const db = new pg.Pool({ connectionString: database.urls.system, max: 2, types: typeParsers })
  db.on('error', () => undefined)
  const clients: MqttClient[] = []
  const ask = async <Row>(text: string, values: unknown[] = []) =>
    (await db.query(text, values)).rows as Row[]
  const port = broker?.port ?? gateway.port
  const devices = async (count: number, status = 1) => {
    const made = await makeDevices(ask, count, status)
    if (broker) await admitTo(broker, made)
    return made
  }
  let said = 0
  return {
    ...{ gateway, urls: database.urls, bus, port, ask, devices },
    async device() {
      const [device] = await devices(1)
      if (!device) throw new Error('no device was made')
      return device
    },
    async connect(device, options) {
      const client = await (broker
        ? connectThrough(broker, device, { ask, options })
        : connectDevice(port, device, options))
      clients.push(client)
      return client
    },
    async say(client, topic, payload) {
      said += 1
      await say(client, topic, payload).catch((error: unknown) => {
        said -= 1
        throw error
      })
      if (broker)
        await eventually(
          () => storedBy(gateway),
          (stored) => stored >= said,
        )
    },
    async stop() {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await gateway.stop()
      await bus.close()
      await db.end()
      await database.stop()
      await broker?.stop()
    },
  }
}

type Ask = TestFleet['ask']

export const clusterAccess = ({ url }: TestMosquitto): ClusterAccess => ({
  ...{ url, offlineAfterSeconds: 120 },
  clientId: `report-${randomBytes(4).toString('hex')}`,
})

/** The broker reads its passwords anew when it is told to, a moment later. */
export async function admitTo(broker: TestMosquitto, devices: readonly TestDevice[]): Promise<void> {
  broker.admit(devices)
  const [last] = devices.slice(-1)
  if (!last) return
  const isIn = () =>
    connectDevice(broker.port, last).then(
      (client) => client.endAsync().then(() => true),
      () => false,
    )
  await eventually(isIn, (answer) => answer)
}

/** As the protocol tells devices behind such a broker: they say that they have come, and leave a will. */
async function connectThrough(
  { port }: TestMosquitto,
  device: TestDevice,
  { ask, options }: { readonly ask: Ask; readonly options: IClientOptions | undefined },
): Promise<MqttClient> {
  const topic = `v1/${device.code}/status`
  const session = randomBytes(6).toString('hex')
  const payload = Buffer.from(JSON.stringify({ online: 0, session }))
  const will = { topic, payload, qos: 1 as const, retain: false }
  const client = await connectDevice(port, device, { will, ...options })
  await client.publishAsync(topic, JSON.stringify({ online: 1, session }), { qos: 1 })
  await eventually(
    () =>
      ask<{ isThere: boolean }>(
        'select is_online = 1 and broker_session = $2 as "isThere" from devices where id = $1',
        [device.id, session],
      ),
    ([row]) => row?.isThere === true,
  )
  return client
}

/** Messages that report is done with. */
async function storedBy({ metrics }: Gateway): Promise<number> {
  const told = await metrics.getSingleMetric('wattkeeper_intake_batch_messages')?.get()
  const sum = told?.values.find((each) => 'metricName' in each && String(each.metricName).endsWith('_sum'))
  return sum?.value ?? 0
}

/** A manufacturer with one operator, made once a database, and devices with random codes. */
export async function makeDevices(ask: Ask, count: number, status: number): Promise<TestDevice[]> {
  await ask(
    `insert into organizations (id, parent_id, name, code) values (900, 1, 'Tester', 'TEST') on conflict do nothing`,
  )
  await ask(
    `insert into operators (id, organization_id, name, code) values (900, 900, 'Tester', 'TEST') on conflict do nothing`,
  )
  const salt = randomBytes(16)
  const made = Array.from({ length: count }, () => ({
    code: `T${randomBytes(6).toString('hex')}`,
    secret: randomBytes(12).toString('hex'),
  }))
  const rows = await ask<{ id: number; code: string }>(
    `insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id, status)
     select code, hash, $3, 1, (select min(id) from equip_models where equip_type_id = 1), 900, 900, $4
     from unnest($1::text[], $2::bytea[]) as made (code, hash) returning id, code`,
    [made.map(({ code }) => code), made.map(({ secret }) => hashSecret(secret, salt)), salt, status],
  )
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return made.map((device) => ({ ...device, id: ids.get(device.code) ?? 0 }))
}

export function connectDevice(
  port: number,
  device: TestDevice,
  options: IClientOptions = {},
): Promise<MqttClient> {
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: device.code,
    username: device.code,
    password: device.secret,
    reconnectPeriod: 0,
    connectTimeout: 15_000,
    ...options,
  })
}

/** Resolves with the acknowledgement. */
export async function say(client: MqttClient, topic: TopicName, payload: unknown): Promise<void> {
  const code = client.options.clientId ?? ''
  const body = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  await client.publishAsync(topicOf(topic, code), body, { qos: 1 })
}

/** Asks again until the answer is what is waited for; fails with the last answer. */
export async function eventually<T>(read: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 25_000
  for (;;) {
    const answer = await read()
    if (isThere(answer)) return answer
    if (Date.now() > deadline) throw new Error(`waited in vain; last answer: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
