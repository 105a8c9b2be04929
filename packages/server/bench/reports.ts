import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, processEnvironment } from '../src/config.ts'
import { runningPostgresUrls } from '../src/platform/database/embedded/postgres.ts'
import { freePort } from '../src/testing/ports.ts'
import type { Bench } from './bench.ts'
import { alarmEvery, underWatch } from './bench.ts'
import { type Devices, startDevices } from './devices.ts'
import { count, percent } from './figures.ts'
import { secondsOfThreads } from './machine.ts'
import type { Sent } from './orders.ts'

const most = 4
const connections = 500
const window = 24
const longestSeconds = 20

/** A report beside that of the installation, on the same database. */
interface Extra {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

interface Way {
  readonly port: number
  readonly pid: number
  readonly devices: Devices
}

/** What several report processes on this machine carry together, and where their time goes. */
export async function measureReports(bench: Bench): Promise<void> {
  const { product, devices, known } = bench
  await devices.disconnect()
  delete known.connected
  const extras: Extra[] = []
  const crowds: Devices[] = []
  try {
    for (let n = 1; n < most; n++) {
      extras.push(await startReport(product.dataDir))
      crowds.push(startDevices())
    }
    const first = { port: product.mqttPort, pid: product.pidOf('report'), devices }
    const others = extras.map(({ port, pid }, n) => ({ port, pid, devices: crowds[n] ?? devices }))
    const ways: readonly Way[] = [first, ...others]
    let alone = 0
    for (const number of [1, 2, most]) {
      const rate = await measureWays(bench, ways.slice(0, number), alone)
      if (number === 1) alone = rate
    }
  } finally {
    for (const crowd of crowds) crowd.stop()
    await Promise.all(extras.map((extra) => extra.stop()))
  }
}

async function measureWays(bench: Bench, ways: readonly Way[], alone: number): Promise<number> {
  const each = Math.floor(connections / ways.length)
  for (const [n, { port, devices }] of ways.entries())
    await devices.connect({ port, first: n * each, devices: each, atOnce: 200 })
  const seconds = Math.min(longestSeconds, bench.options.seconds)
  const send = (): Promise<Sent[]> =>
    Promise.all(
      ways.map(({ devices }) =>
        devices.send({ seconds, mix: 'one board', alarmEvery, devices: each, window }),
      ),
    )
  const before = ways.map(({ pid }) => secondsOfThreads(pid))
  const [sent, processors] = await underWatch(bench, send)
  const threads = ways.map(({ pid }, n) => {
    const [then, now] = [before[n], secondsOfThreads(pid)]
    return { main: now.main - (then?.main ?? 0), others: now.others - (then?.others ?? 0) }
  })
  for (const { devices } of ways) await devices.disconnect()
  const rate = sent.reduce((sum, part) => sum + part.rate, 0)
  const share = (kind: 'main' | 'others') =>
    percent(threads.reduce((sum, thread) => sum + thread[kind], 0) / seconds)
  bench.note({
    what: `${ways.length === 1 ? 'one report process' : `${ways.length} report processes`}, ${count(connections)} connections that pipeline`,
    isMet: undefined,
    reach: 'measured for the plan on paper',
    measured:
      `${count(rate)}/s${alone > 0 ? `, ${percent(rate / alone)} of one` : ''}; ` +
      `broker threads ${share('main')}, decoding and writing ${share('others')}; ${processors}`,
  })
  return rate
}

async function startReport(dataDir: string): Promise<Extra> {
  const folder = mkdtempSync(join(tmpdir(), 'wattkeeper-bench-report-'))
  const [port, probe] = [await freePort(), await freePort()]
  const { app, staff, system } = runningPostgresUrls(dataDir)
  const config = readConfig({ DATA_DIR: folder, MQTT_PORT: String(port), REPORT_PROBE_PORT: String(probe) })
  const child = fork(fileURLToPath(new URL('../src/report.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: 'ignore',
    env: processEnvironment(config, { app, staff, system }),
  })
  await answering(probe, child)
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(probe: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${probe}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('a report process did not start')
}
