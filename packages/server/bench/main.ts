import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeCluster } from '../src/platform/database/embedded/postgres.ts'
import { measureApi, measureHistory, measureList } from './answers.ts'
import type { Bench } from './bench.ts'
import { measureCommands } from './commands.ts'
import { measureConnections } from './connections.ts'
import { measureConsole } from './console.ts'
import { startDevices } from './devices.ts'
import { writeSections } from './document.ts'
import { measureDownloads } from './downloads.ts'
import { measureExport } from './export.ts'
import { count, scaled } from './figures.ts'
import type { Figure } from './figures.ts'
import { measureCeiling, measurePipelining, measureTelemetry } from './loads.ts'
import { describeCommit, describeMachine } from './machine.ts'
import { measureEvents } from './events.ts'
import { measureMap } from './map.ts'
import { readOptions, usage } from './options.ts'
import type { Options, Part } from './options.ts'
import { plant } from './plant.ts'
import { startProduct } from './product.ts'
import { measureReports } from './reports.ts'
import { measureRollouts } from './rollouts.ts'
import { measureStaff } from './staff.ts'
import { figuresSection, methodSection, printed } from './table.ts'

const longestMinutes = 25
const plantedDevices = 100_000
const demoDevices = 60

/** What is measured on the large installation, in this order. */
const measures: readonly [Part, (bench: Bench) => Promise<void>][] = [
  ['connections', measureConnections],
  ['commands', measureCommands],
  ['rollouts', measureRollouts],
  // Before the loads: their roll-ups go on for a while after them.
  ['list', measureList],
  ['telemetry', measureTelemetry],
  ['pipelining', measurePipelining],
  ['ceiling', measureCeiling],
  ['reports', measureReports],
  ['api', measureApi],
  ['history', measureHistory],
  ['export', measureExport],
  ['downloads', measureDownloads],
  ['events', measureEvents],
  ['staff', measureStaff],
  ['map', measureMap],
]

const say = (line: string) => process.stdout.write(`${line}\n`)
const figures: Figure[] = []
const sections: string[] = []
const endings: (() => unknown)[] = []
const ending = new AbortController()
const hasEnded = () => ending.signal.aborted

function note(figure: Figure): void {
  figures.push(figure)
  say(printed(figure))
}

function tell(section: string): void {
  sections.push(section)
  say(section)
}

async function run(options: Options): Promise<void> {
  const startedAt = Date.now()
  const [loadBefore = 0] = loadavg()
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-bench-'))
  atEnd(() => {
    removeCluster(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const chosen = measures.filter(([part]) => options.only.has(part))
  if (chosen.length > 0) await onLargeInstallation(dataDir, options, chosen)
  if (options.only.has('console')) await onDemonstration(dataDir)
  if (!options.writes) return
  const occasion = {
    machine: describeMachine(),
    loadBefore,
    date: new Date().toISOString().slice(0, 10),
    commit: describeCommit(),
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
      ' ',
    ),
    minutes: (Date.now() - startedAt) / 60_000,
  }
  const table = figures.length > 0 ? [figuresSection(figures, occasion), methodSection] : []
  writeSections(...table, ...sections)
  say('Written to docs/benchmarks.md')
}

async function onLargeInstallation(
  dataDir: string,
  options: Options,
  chosen: typeof measures,
): Promise<void> {
  say('Starting an installation')
  const product = await startProduct({ dataDir, demoDevices: 0, atEnd })
  const planted = await plant(product.db, scaled(plantedDevices, options.scale))
  say(`Planted ${count(planted.devices)} devices`)
  const devices = startDevices()
  atEnd(() => devices.stop())
  const bench: Bench = { options, product, planted, devices, say, note, tell, atEnd, known: {} }
  for (const [part, measure] of chosen) await orSay(part, () => measure(bench))
  await devices.disconnect()
  devices.stop()
  await product.stop()
}

/** The same data folder with the simulated fleet, as after a restart. */
async function onDemonstration(dataDir: string): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (executablePath === undefined)
    throw new Error('The console is looked at with Chromium: set CHROMIUM_PATH.')
  say(`Starting it with ${demoDevices} simulated devices`)
  const product = await startProduct({ dataDir, demoDevices, atEnd })
  await orSay('console', () => measureConsole(product, { note, atEnd, demoDevices, executablePath }))
  await product.stop()
}

/** What cannot be measured is a line of the table too, and keeps nothing else from being measured. */
async function orSay(part: Part, measure: () => Promise<void>): Promise<void> {
  if (hasEnded()) return
  const startedAt = performance.now()
  try {
    await measure()
    say(`  ${part}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  } catch (error) {
    if (hasEnded()) return
    note({ what: part, reach: '', measured: 'could not be measured', isMet: false, reason: String(error) })
  }
}

function atEnd(stop: () => unknown): void {
  endings.push(stop)
}

async function endAll(): Promise<void> {
  ending.abort()
  for (const end of endings.splice(0).reverse())
    await new Promise((resolve) => resolve(end())).catch((error: unknown) => say(String(error)))
}

const interrupted = Promise.withResolvers<never>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.reject(new Error('The bench was interrupted.')))
setTimeout(
  () => interrupted.reject(new Error(`The bench took more than ${longestMinutes} minutes and was stopped.`)),
  longestMinutes * 60_000,
).unref()

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await Promise.race([run(options), interrupted.promise])
  else say(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await endAll()
}
process.exit()
