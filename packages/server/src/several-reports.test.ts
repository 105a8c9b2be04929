import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ambientEnvironment } from './config.ts'
import type { Facts } from './facts.ts'
import { announceQueued, queueCommand } from './features/commands/index.ts'
import { type Bus, openBus } from './platform/bus/bus.ts'
import { queriesOver, typeParsers } from './platform/database/database.ts'
import { type TestDatabase, startTestDatabase } from './platform/database/testing.ts'
import type { DB } from './tables/index.generated.ts'
import { connectDevice, eventually, makeDevices, say } from './testing/device-plane.ts'
import { type TestMosquitto, startMosquitto, systemMosquitto } from './testing/mosquitto.ts'
import { freePort } from './testing/ports.ts'

const program = systemMosquitto()
if (program === undefined) process.stdout.write('not run: no mosquitto\n')

describe.runIf(program)('several report processes behind one broker', () => {
  let broker: TestMosquitto
  let database: TestDatabase
  let bus: Bus<Facts>
  let db: pg.Pool
  const folder = mkdtempSync(join(tmpdir(), 'wk-reports-'))
  const processes: ChildProcess[] = []
  const clients: MqttClient[] = []

  beforeAll(async () => {
    broker = await startMosquitto(program ?? '')
    database = await startTestDatabase()
    bus = await openBus<Facts>({ url: database.urls.system, onError: () => undefined })
    db = new pg.Pool({ connectionString: database.urls.system, max: 3, types: typeParsers })
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)))
    for (const process of processes) await killed(process)
    await bus.close()
    await db.end()
    await database.stop()
    await broker.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async <Row>(text: string, values: unknown[] = []) =>
    (await db.query(text, values)).rows as Row[]
  /** A process of its own, as the supervisor of another machine starts it. */
  const report = async () => {
    const { app, staff, system } = database.urls
    const process = fork(fileURLToPath(new URL('./report.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...ambientEnvironment(),
        ...{ DATABASE_APP_URL: app, DATABASE_STAFF_URL: staff, DATABASE_SYSTEM_URL: system },
        ...{ MQTT_URL: broker.url, DATA_DIR: join(folder, String(processes.length)) },
        ...{ REPORT_PROBE_PORT: String(await freePort()), LOG_LEVEL: 'silent' },
      },
    })
    processes.push(process)
    await once(process, 'message')
    return process
  }
  const killed = async (process: ChildProcess) => {
    process.kill('SIGKILL')
    if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
  }
  const order = async (deviceId: number) => {
    const queued = await queriesOver<DB>(db)
      .transaction()
      .execute((tx) => queueCommand(tx, { deviceId, body: { kind: 'ping' }, source: 'manual' }))
    announceQueued(bus, [queued])
  }

  test('the lane of a device has one owner, and moves within ten seconds when that is killed', async () => {
    const first = await report()
    const [device] = await makeDevices(ask, 1, 1)
    if (!device) throw new Error('no device')
    broker.admit([device])
    // The broker reads its passwords anew when it is told to, a moment later.
    const client = await eventually(
      () => connectDevice(broker.port, device).catch(() => undefined),
      (there) => there !== undefined,
    )
    if (!client) throw new Error('no client')
    clients.push(client)
    const heard = new Set<string>()
    client.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string }
      heard.add(id)
      say(client, 'reply', { id, result: 1 }).catch(() => undefined)
    })
    await client.subscribeAsync(`v1/${device.code}/commands`, { qos: 1 })
    await say(client, 'telemetry', { ts: Date.now() - 1_000, board: 'bms', values: { soc: 50 } })
    const owner = async () => {
      const [found] = await ask<{ owner: string }>(
        'select session_instance as owner from devices where id = $1 and is_online = 1',
        [device.id],
      )
      return found?.owner
    }
    const before = await eventually(owner, (id) => id !== undefined)
    await report()
    await order(device.id)
    await eventually(
      () => ask<{ state: string }>('select state from commands'),
      ([command]) => command?.state === 'done',
    )
    expect(await owner()).toBe(before)
    await killed(first)
    const killedAt = performance.now()
    await order(device.id)
    await eventually(
      async () => heard.size,
      (count) => count === 2,
    )
    expect(performance.now() - killedAt).toBeLessThan(10_000)
    expect(await owner()).not.toBe(before)
  }, 60_000)
})
