import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, processEnvironment } from '../src/config.ts'
import { runningPostgresUrls } from '../src/platform/database/embedded/postgres.ts'
import { freePort } from '../src/testing/ports.ts'
import { type Bench, alarmEvery, whileCounting } from './bench.ts'
import { disconnectAll } from './connections.ts'
import { type Devices, startDevices } from './devices.ts'
import { mainThread, otherThreads, watchProcessors, withChildren } from './machine.ts'
import type { Sent } from './orders.ts'
import { type Carried, reportsSection } from './reports-section.ts'

const most = 4
const connections = 500
const window = 24
const longestSeconds = 20
/** Until the code of each process is compiled. */
const warmUpSeconds = 3

/** A report process and the devices that speak to it. */
interface Way {
  readonly port: number
  readonly pid: number
  readonly devices: Devices
}

/** What several report processes on this machine carry together, and where their time goes. */
export async function measureReports(bench: Bench): Promise<void> {
  const { product, devices, options, say, tell } = bench
  await disconnectAll(bench)
  const ways: Way[] = [{ port: product.mqttPort, pid: product.pidOf('report'), devices }]
  const stops: (() => Promise<void>)[] = []
  try {
    while (ways.length < most) {
      const { way, stop } = await openWay(bench, ways.length + 1)
      stops.push(stop)
      ways.push(way)
    }
    await connectThrough(ways)
    await sendThrough(ways, Math.min(warmUpSeconds, options.seconds))
    for (const way of ways) await way.devices.disconnect()
    const carried: Carried[] = []
    for (const processes of [1, 2, most]) {
      say(`Loading ${processes} of ${most} report processes`)
      carried.push(await measureWays(bench, ways.slice(0, processes)))
    }
    tell(reportsSection(carried, { connections, seconds: secondsOf(bench) }))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const secondsOf = ({ options }: Bench): number => Math.min(longestSeconds, options.seconds)

async function measureWays(bench: Bench, ways: readonly Way[]): Promise<Carried> {
  await connectThrough(ways)
  const pids = ways.map(({ pid }) => pid)
  const watch = () =>
    watchProcessors(() => ({
      broker: pids.map(mainThread),
      decoding: pids.flatMap(otherThreads),
      database: withChildren(bench.product.postgresPid),
      devices: ways.map(({ devices }) => devices.pid),
    }))
  const { sent, lost } = await whileCounting(bench, async () => {
    const stop = watch()
    return { ...(await sendThrough(ways, secondsOf(bench))), work: stop() }
  })
  for (const { devices } of ways) await devices.disconnect()
  return { processes: ways.length, sent, lost, work: sent.work }
}

/** The same number of connections, whatever the number of ways. */
const eachOf = (ways: readonly Way[]): number => Math.floor(connections / ways.length)

async function connectThrough(ways: readonly Way[]): Promise<void> {
  const each = eachOf(ways)
  for (const [n, { port, devices }] of ways.entries())
    await devices.connect({ port, first: n * each, devices: each, atOnce: 200 })
}

async function sendThrough(ways: readonly Way[], seconds: number): Promise<Sent> {
  const load = { seconds, mix: 'one board', alarmEvery, devices: eachOf(ways), window } as const
  return together(await Promise.all(ways.map(({ devices }) => devices.send(load))))
}

function together(all: readonly Sent[]): Sent {
  const sum = (of: (sent: Sent) => number) => all.reduce((total, sent) => total + of(sent), 0)
  const worst = (of: (sent: Sent) => number) => Math.max(...all.map(of))
  return {
    telemetry: sum((sent) => sent.telemetry),
    alarms: sum((sent) => sent.alarms),
    acknowledged: sum((sent) => sent.acknowledged),
    skipped: sum((sent) => sent.skipped),
    seconds: worst((sent) => sent.seconds),
    rate: sum((sent) => sent.rate),
    p50Ms: worst((sent) => sent.p50Ms),
    p99Ms: worst((sent) => sent.p99Ms),
    maxMs: worst((sent) => sent.maxMs),
  }
}

/** A report beside that of the installation, on the same database, and devices for it. */
async function openWay(
  { product, atEnd }: Bench,
  number: number,
): Promise<{ readonly way: Way; readonly stop: () => Promise<void> }> {
  const folder = join(product.dataDir, `report-${number}`)
  mkdirSync(folder)
  const [port, probe] = [await freePort(), await freePort()]
  const { app, staff, system } = runningPostgresUrls(product.dataDir)
  const config = readConfig({ DATA_DIR: folder, MQTT_PORT: String(port), REPORT_PROBE_PORT: String(probe) })
  const report = fork(fileURLToPath(new URL('../src/report.ts', import.meta.url)), [], {
    execArgv: [],
    detached: true,
    stdio: 'ignore',
    env: processEnvironment(config, { app, staff, system }),
  })
  const devices = startDevices()
  const stop = async () => {
    devices.stop()
    report.kill('SIGTERM')
    if (report.exitCode === null && report.signalCode === null) await once(report, 'exit')
  }
  atEnd(stop)
  await answering(probe, report)
  return { way: { port, pid: report.pid ?? 0, devices }, stop }
}

async function answering(probe: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${probe}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('a report process did not start')
}
