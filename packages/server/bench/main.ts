import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeCluster } from '../src/platform/database/embedded/postgres.ts'
import { measureApi, measureHistory, measureList } from './answers.ts'
import type { Bench } from './bench.ts'
import { measureCommands } from './commands.ts'
import { measureConnections } from './connections.ts'
import { measureConsole } from './console.ts'
import { startDevices } from './devices.ts'
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
import type { Product } from './product.ts'
import { measureReports } from './reports.ts'
import { measureRollouts } from './rollouts.ts'
import { measureStaff } from './staff.ts'
import { markdownOf, printed } from './table.ts'

const longestMs = 15 * 60_000
const plantedDevices = 100_000
const demoDevices = 60
const document = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url))

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
const endings: (() => unknown)[] = []
let isEnding = false

function note(figure: Figure): void {
  figures.push(figure)
  say(printed(figure))
}

async function run(options: Options): Promise<void> {
  const startedAt = Date.now()
  const [loadBefore = 0] = loadavg()
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-bench-'))
  endings.push(() => {
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
  writeFileSync(document, markdownOf(figures, occasion))
  say('Written to docs/benchmarks.md')
}

async function onLargeInstallation(
  dataDir: string,
  options: Options,
  chosen: typeof measures,
): Promise<void> {
  say('Starting an installation')
  const product = await startProduct(dataDir, 0)
  const stopProduct = onceAtEnd(() => product.stop())
  const planted = await plant(product.db, scaled(plantedDevices, options.scale))
  say(`Planted ${count(planted.devices)} devices`)
  const devices = startDevices()
  endings.push(() => devices.stop())
  const bench: Bench = { options, product, planted, devices, say, note, known: {} }
  for (const [part, measure] of chosen) await orSay(part, () => measure(bench))
  await devices.disconnect()
  devices.stop()
  await stopProduct()
}

/** The same data folder with the simulated fleet, as after a restart. */
async function onDemonstration(dataDir: string): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (executablePath === undefined)
    throw new Error('The console is looked at with Chromium: set CHROMIUM_PATH.')
  say(`Starting it with ${demoDevices} simulated devices`)
  const product: Product = await startProduct(dataDir, demoDevices)
  const stop = onceAtEnd(() => product.stop())
  await orSay('console', () => measureConsole(product, { note, demoDevices, executablePath }))
  await stop()
}

/** What cannot be measured is a line of the table too, and keeps nothing else from being measured. */
async function orSay(part: Part, measure: () => Promise<void>): Promise<void> {
  try {
    await measure()
  } catch (error) {
    if (isEnding) return
    note({ what: part, reach: '', measured: 'could not be measured', isMet: false, reason: String(error) })
  }
}

/** Ends at once when asked, and otherwise with everything else. */
function onceAtEnd(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const once = () => (stopping ??= stop())
  endings.push(once)
  return once
}

async function endAll(): Promise<void> {
  isEnding = true
  for (const end of endings.splice(0).reverse()) await end()
}

const interrupted = Promise.withResolvers<never>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => interrupted.reject(new Error('The bench was interrupted.')))
setTimeout(
  () => interrupted.reject(new Error('The bench took more than 15 minutes and was stopped.')),
  longestMs,
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
