import type { IClientOptions, MqttClient } from 'mqtt'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { announceQueued, queueCommand } from './features/commands/index.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Bus, openBus } from './platform/bus/bus.ts'
import { queriesOver, typeParsers } from './platform/database/database.ts'
import { type TestDatabase, startTestDatabase } from './platform/database/testing.ts'
import {
  type TestDevice,
  admitTo,
  clusterAccess,
  connectDevice,
  eventually,
  makeDevices,
  say,
} from './testing/device-plane.ts'
import type { DB } from './tables/index.generated.ts'
import { type TestMosquitto, startMosquitto, systemMosquitto } from './testing/mosquitto.ts'

const program = systemMosquitto()

describe.runIf(program)('devices behind a broker of the operator’s own', () => {
  let broker: TestMosquitto
  let database: TestDatabase
  let bus: Bus<Facts>
  let db: pg.Pool
  const gateways: Gateway[] = []
  const clients: MqttClient[] = []

  beforeAll(async () => {
    broker = await startMosquitto(program ?? '')
    database = await startTestDatabase()
    bus = await openBus<Facts>({ url: database.urls.system, onError: () => undefined })
    db = new pg.Pool({ connectionString: database.urls.system, max: 3, types: typeParsers })
    db.on('error', () => undefined)
    await report()
    await report()
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  })
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    await bus.close()
    await db.end()
    await database.stop()
    await broker.stop()
  })

  const ask = async <Row>(text: string, values: unknown[] = []) =>
    (await db.query(text, values)).rows as Row[]
  const report = async () => {
    const gateway = await startGateway({
      databaseUrl: database.urls.system,
      bus,
      logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      mqtt: { port: 0 },
      cluster: clusterAccess(broker),
    })
    gateways.push(gateway)
    return gateway
  }
  const devices = async (count: number) => {
    const made = await makeDevices(ask, count, 1)
    await admitTo(broker, made)
    return made
  }
  const connect = async (device: TestDevice, options?: IClientOptions) => {
    const client = await connectDevice(broker.port, device, options)
    clients.push(client)
    return client
  }
  const stateOf = async ({ id }: TestDevice) =>
    (
      await ask<{ isOnline: number; owner: string | null }>(
        'select is_online as "isOnline", session_instance as owner from devices where id = $1',
        [id],
      )
    )[0]
  const stored = async (of: readonly TestDevice[]) =>
    (
      await ask<{ n: number }>(
        'select count(*)::int as n from telemetry where device_id = any($1::bigint[])',
        [of.map(({ id }) => id)],
      )
    )[0]?.n
  /** Queues a command, and resolves once a process has taken it and could not send it. */
  const orderInVain = async ({ id: deviceId }: TestDevice) => {
    const queued = await queriesOver<DB>(db)
      .transaction()
      .execute((tx) => queueCommand(tx, { deviceId, body: { kind: 'ping' }, source: 'manual' }))
    const rows = () =>
      ask<{ version: string; state: string }>(
        'select xmin::text as version, state from commands where id = $1',
        [queued.commandId],
      )
    const [before] = await rows()
    announceQueued(bus, [queued])
    await eventually(rows, ([row]) => row?.state === 'waiting' && row.version !== before?.version)
  }
  const reading = (n: number) => ({ ts: Date.now() - 60_000 + n, board: 'bms', values: { soc: n % 100 } })

  test('a device that says nothing of its connection is online from its first word', async () => {
    const [device] = await devices(1)
    if (!device) throw new Error('no device')
    const client = await connect(device)
    expect(await stateOf(device)).toMatchObject({ isOnline: 0 })
    await say(client, 'telemetry', reading(1))
    await eventually(
      () => stateOf(device),
      (state) => state?.isOnline === 1,
    )
  })

  test('a connection that nobody has heard of ends with the secret it was made with', async () => {
    const [device] = await devices(1)
    if (!device) throw new Error('no device')
    const client = await connect(device)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await ask(`update devices set secret_hash = '\\x00' where id = $1`, [device.id])
    bus.announce('deviceEdited', { deviceId: device.id, ended: device.code })
    await closed
    expect(await stateOf(device)).toMatchObject({ isOnline: 0 })
  })

  test('two processes share the fleet; whatever one holds when it goes comes to the other, and all is stored once', async () => {
    const [first = expect.fail()] = gateways
    const fleet = await devices(20)
    const talkers = await Promise.all(fleet.map((device) => connect(device)))
    const talk = async (from: number, to: number) => {
      for (let n = from; n < to; n++)
        await Promise.all(talkers.map((client) => say(client, 'telemetry', reading(n))))
    }
    await talk(0, 10)
    gateways.splice(gateways.indexOf(first), 1)
    await Promise.all([first.stop(), talk(10, 20)])
    await eventually(
      () => stored(fleet),
      (n) => n === 400,
    )
  })

  test('its will takes a device offline, but not once it has come back', async () => {
    const [device] = await devices(1)
    if (!device) throw new Error('no device')
    const status = `v1/${device.code}/status`
    const join = async (session: string) => {
      const will = {
        topic: status,
        payload: Buffer.from(JSON.stringify({ online: 0, session })),
        qos: 1 as const,
        retain: false,
      }
      const client = await connect(device, { will })
      await client.publishAsync(status, JSON.stringify({ online: 1, session }), { qos: 1 })
      await eventually(
        async () =>
          (
            await ask<{ session: string }>('select broker_session as session from devices where id = $1', [
              device.id,
            ])
          )[0]?.session,
        (named) => named === session,
      )
      return client
    }
    const first = await join('one')
    expect(await stateOf(device)).toMatchObject({ isOnline: 1 })
    // The second takes over from the first, whose will comes late.
    await join('two')
    await first.endAsync(true)
    await eventually(
      () => stored([device]),
      () => true,
    )
    expect(await stateOf(device)).toMatchObject({ isOnline: 1 })
    clients.at(-1)?.stream.destroy()
    await eventually(
      () => stateOf(device),
      (state) => state?.isOnline === 0,
    )
  })

  test('another process speaks for the devices of one that died, within ten seconds', async () => {
    const [device] = await devices(1)
    if (!device) throw new Error('no device')
    const client = await connect(device)
    await say(client, 'telemetry', reading(1))
    await eventually(
      () => stateOf(device),
      (state) => state?.isOnline === 1,
    )
    const before = await stateOf(device)
    const dead = randomUUID()
    await ask(`insert into report_instances (id, lease_until) values ($1, now() - interval '1 second')`, [
      dead,
    ])
    await ask(`update devices set session_instance = $2 where id = $1`, [device.id, dead])
    const after = await eventually(
      () => stateOf(device),
      (state) => state?.owner !== dead,
    )
    expect(after).toEqual(before)
  })

  test('a broker that is killed is waited for, and heard again; what was ordered meanwhile goes out', async () => {
    const [gateway = expect.fail()] = gateways
    const [device] = await devices(1)
    if (!device) throw new Error('no device')
    const client = await connect(device, { reconnectPeriod: 100 })
    await client.subscribeAsync(`v1/${device.code}/commands`, { qos: 1 })
    const told = new Promise<void>((resolve) => client.once('message', () => resolve()))
    for (let n = 0; n < 10; n++) await say(client, 'telemetry', reading(n))
    // What it has taken and not yet handed on dies with it (docs/operations.md).
    await eventually(
      () => stored([device]),
      (n) => n === 10,
    )
    await broker.kill()
    await eventually(
      () => gateway.troubles(),
      ([trouble]) => trouble?.startsWith('the broker is away') ?? false,
    )
    await orderInVain(device)
    await broker.start()
    // Mosquitto forgets shared subscriptions when it dies: what it takes before it is asked again goes to nobody.
    await eventually(
      () => gateway.troubles(),
      (troubles) => troubles.length === 0,
    )
    for (let n = 10; n < 20; n++) await say(client, 'telemetry', reading(n))
    await eventually(
      () => stored([device]),
      (n) => n === 20,
    )
    await told
  })
})
