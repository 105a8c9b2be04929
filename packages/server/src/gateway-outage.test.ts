import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ambientEnvironment } from './config.ts'
import { connectDevice, eventually, say, startTestFleet } from './testing/device-plane.ts'
import type { TestDevice, TestFleet } from './testing/device-plane.ts'

let fleet: TestFleet
/** How long the database stands still; 30 s were run by hand with FREEZE_MS=30000. */
const FREEZE_MS = Number(process.env['FREEZE_MS'] ?? 7_000)

beforeAll(async () => {
  fleet = await startTestFleet()
})

afterAll(() => fleet.stop())

/** Sends numbered messages one after the other until told to stop, and remembers which were acknowledged. */
function talker(client: MqttClient, start: number) {
  const acknowledged: number[] = []
  const state = { isOver: false }
  const talk = (async () => {
    for (let n = 0; !state.isOver; n++) {
      const ts = start + n
      await say(client, 'telemetry', { ts, board: 'bms', values: { cycleCount: n } })
      if (n % 20 === 0) await say(client, 'alarms', { ts, values: { OUTAGE: (n / 20) % 2 } })
      acknowledged.push(ts)
    }
  })().catch(() => undefined)
  return {
    acknowledged,
    stop: async () => {
      state.isOver = true
      await talk
    },
  }
}

async function missing(device: TestDevice, acknowledged: number[]): Promise<number> {
  const rows = await fleet.ask<{ ts: string }>('select ts from telemetry where device_id = $1', [device.id])
  const stored = new Set(rows.map(({ ts }) => Date.parse(ts)))
  expect(stored.size).toBe(rows.length)
  return acknowledged.filter((ts) => !stored.has(ts)).length
}

async function signalBackends(signal: 'SIGSTOP' | 'SIGCONT', pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, signal)
}

test(
  'while the database stands still nothing is acknowledged or lost, and newcomers are told to wait',
  async () => {
    const devices = await fleet.devices(20)
    const clients = await Promise.all(devices.map((device) => fleet.connect(device, { keepalive: 2 })))
    const start = Date.now() - 120_000
    const talkers = clients.map((client) => talker(client, start))
    await eventually(
      async () => talkers[0]?.acknowledged.length ?? 0,
      (n) => n > 5,
    )
    const backends = await fleet.ask<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name in ('wattkeeper writer', 'wattkeeper report')`,
    )
    const pids = backends.map(({ pid }) => pid)
    await signalBackends('SIGSTOP', pids)
    const newcomer = await fleet.device()
    try {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const held = talkers.map(({ acknowledged }) => acknowledged.length)
      const outcome = await Promise.race([
        connectDevice(fleet.gateway.port, newcomer).then(
          () => 'welcome',
          (error: unknown) => String(error),
        ),
        new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), FREEZE_MS)),
      ])
      expect(outcome).toMatch(/Server unavailable/)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, FREEZE_MS - 6_000)))
      expect(await fleet.gateway.troubles()).toEqual(['the database is away'])
      expect(talkers.map(({ acknowledged }) => acknowledged.length)).toEqual(held)
      expect(clients.every((client) => client.connected)).toBe(true)
    } finally {
      await signalBackends('SIGCONT', pids)
    }
    const after = talkers.map(({ acknowledged }) => acknowledged.length)
    await eventually(
      async () => talkers.map(({ acknowledged }) => acknowledged.length),
      (now) => now.every((n, index) => n > (after[index] ?? 0) + 5),
    )
    await Promise.all(talkers.map(({ stop }) => stop()))
    for (const [index, device] of devices.entries())
      expect(await missing(device, talkers[index]?.acknowledged ?? [])).toBe(0)
    await eventually(
      () => fleet.gateway.troubles(),
      (troubles) => troubles.length === 0,
    )
    await fleet.connect(newcomer)
  },
  FREEZE_MS + 60_000,
)

test('kill -9 under load: every acknowledged message is there once, and a restart goes on', async () => {
  const port = await freePort()
  const devices = await fleet.devices(20)
  let report = await startReport(port)
  const start = Date.now() - 240_000
  const said = new Map<TestDevice, number[]>()
  for (let round = 0; round < 3; round++) {
    const clients = await Promise.all(devices.map((device) => connectDevice(port, device)))
    for (const client of clients) client.on('error', () => undefined)
    const talkers = clients.map((client) => talker(client, start + round * 60_000))
    await eventually(
      async () => talkers[0]?.acknowledged.length ?? 0,
      (n) => n > 30,
    )
    report.kill('SIGKILL')
    await once(report, 'exit')
    for (const [index, device] of devices.entries())
      said.set(device, [...(said.get(device) ?? []), ...(talkers[index]?.acknowledged ?? [])])
    for (const client of clients) client.end(true)
    report = await startReport(port)
  }
  for (const device of devices) expect(await missing(device, said.get(device) ?? [])).toBe(0)
  report.kill('SIGTERM')
  expect(await once(report, 'exit')).toEqual([0, null])
}, 90_000)

const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-report-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function startReport(port: number): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./report.ts', import.meta.url)), {
    env: {
      ...ambientEnvironment(),
      LOG_LEVEL: 'fatal',
      MQTT_PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_APP_URL: fleet.urls.app,
      DATABASE_STAFF_URL: fleet.urls.staff,
      DATABASE_SYSTEM_URL: fleet.urls.system,
    },
  })
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  expect(message).toEqual({ type: 'ready' })
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
