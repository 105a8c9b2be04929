import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ambientEnvironment, processEnvironment } from './config.ts'
import type { Config, ProcessRole } from './config.ts'
import { finishSwap } from './platform/database/backup/swap.ts'
import { supervisePostgres } from './platform/database/embedded/supervise.ts'
import type { SupervisedPostgres } from './platform/database/embedded/supervise.ts'
import { prepareExternal } from './platform/database/external.ts'
import { killLeftovers, superviseChild } from './platform/supervisor/child.ts'
import type { Child } from './platform/supervisor/child.ts'
import { terminalLine } from './platform/supervisor/console.ts'
import { lockFolder } from './platform/supervisor/folder-lock.ts'
import { openLogFile } from './platform/supervisor/log-file.ts'
import type { LogFile } from './platform/supervisor/log-file.ts'
import { requirePorts } from './platform/supervisor/ports.ts'

export type InstallationOptions = {
  config: Config
  /** The TypeScript files of the processes. */
  programs: Record<ProcessRole | 'fleet', string>
  /** Works as wk_owner before anything serves; answers the variables that the fleet needs. */
  prepare: (ownerUrl: string) => Promise<Record<string, string>>
  say: (line: string) => void
}

export type Installation = {
  /** Resolves when people and devices are served; errors are sentences. */
  start: () => Promise<void>
  /** Ends everything in order, within 10 s, also in the middle of a start. */
  stop: () => Promise<void>
}

const wholeStopMs = 9_500
const fleetStopMs = 1_500
const reportStopMs = 3_500
const omStopMs = 1_500

export function createInstallation({ config, programs, prepare, say }: InstallationOptions): Installation {
  const children = new Map<string, Child>()
  const logs: LogFile[] = []
  let stopping = false
  let unlock = () => {}
  let postgres: Promise<SupervisedPostgres> | undefined

  const log = (name: string) => {
    const file = openLogFile(join(config.dataDir, 'logs', `${name}.log`))
    logs.push(file)
    return file.write
  }
  const goOn = () => {
    if (stopping) throw new Error('The start was interrupted.')
  }
  const launch = (
    name: ProcessRole | 'fleet',
    environment: Record<string, string | undefined>,
    args: string[] = [],
  ) => {
    const write = log(name)
    const child = superviseChild({
      name,
      command: [programs[name], ...args],
      environment,
      runFolder: runFolder(config),
      saysReady: name !== 'fleet',
      onLine: (line) => {
        write(line)
        const shown = terminalLine(name, line)
        if (shown !== undefined) say(shown)
      },
      onNotice: say,
    })
    children.set(name, child)
    return child.ready
  }

  const start = async () => {
    unlock = lockFolder(config.dataDir)
    finishSwap(config.dataDir)
    // What a killed run left behind may hold its ports for another moment.
    await requirePorts(portsOf(config), killLeftovers(runFolder(config)) ? 5_000 : 0)
    goOn()
    postgres = openDatabase(config, { onLog: () => log('postgres'), say })
    const { urls } = await postgres
    goOn()
    const fleetAccess = await prepare(urls.owner)
    goOn()
    say(`Starting ${[...config.roles].join(' and ')}`)
    const environment = processEnvironment(config, urls)
    await Promise.all([...config.roles].map((role) => launch(role, environment)))
    if (config.roles.has('om')) await answering(`http://127.0.0.1:${config.port}/readyz`)
    goOn()
    if (config.demoDevices > 0 && config.roles.size === 2) {
      say(`Starting ${config.demoDevices} simulated devices (DEMO_DEVICES=0 leaves them out)`)
      void launch('fleet', { ...ambientEnvironment(), ...fleetAccess }, fleetArguments(config))
    }
  }

  const stop = async () => {
    stopping = true
    const drainMs = config.drainSeconds * 1000
    const deadline = Date.now() + wholeStopMs + drainMs
    // Devices let go first, then report writes what it holds, then people, and last what all of them write to.
    await children.get('fleet')?.stop(fleetStopMs)
    // Where load is balanced, om is told at once, and goes on answering while report leaves.
    const draining = drainMs > 0 ? children.get('om')?.stop(omStopMs + drainMs) : undefined
    await children.get('report')?.stop(reportStopMs)
    await (draining ?? children.get('om')?.stop(omStopMs))
    const database = await Promise.race([
      postgres?.catch(() => undefined),
      wait(deadline - Date.now(), undefined, { ref: false }),
    ])
    await database?.stop(Math.max(deadline - Date.now(), 1_000))
    for (const file of logs) file.close()
    unlock()
  }
  return { start, stop }
}

/** The embedded one is supervised from here; another one is somebody else's. */
async function openDatabase(
  { dataDir, storage: { external } }: Config,
  { onLog, say }: { readonly onLog: () => (line: string) => void; readonly say: (line: string) => void },
): Promise<SupervisedPostgres> {
  if (!external) {
    say('Starting the database')
    return supervisePostgres({ dataDir, onLog: onLog(), onNotice: say })
  }
  say(`Connecting to the database at ${new URL(external.url).host}`)
  return { urls: await prepareExternal(external, { onNotice: say }), stop: async () => undefined }
}

function runFolder(config: Config): string {
  return join(config.dataDir, 'run')
}

function portsOf(config: Config): { variable: string; port: number }[] {
  const embedded = [
    { variable: 'MQTT_PORT', port: config.mqttPort },
    ...(config.mqttTls ? [{ variable: 'MQTT_TLS_PORT', port: config.mqttTls.port }] : []),
  ]
  const report = [
    ...(config.broker ? [] : embedded),
    ...(config.reportProbePort ? [{ variable: 'REPORT_PROBE_PORT', port: config.reportProbePort }] : []),
  ]
  return [
    ...(config.roles.has('om') ? [{ variable: 'PORT', port: config.port }] : []),
    ...(config.roles.has('report') ? report : []),
  ]
}

function fleetArguments(config: Config): string[] {
  return [
    '--devices',
    String(config.demoDevices),
    '--url',
    `http://127.0.0.1:${config.port}`,
    '--mqtt',
    devicesAddress(config),
    '--data-dir',
    config.dataDir,
    '--firmware',
  ]
}

/** Where devices connect, without the account of the platform itself. */
export function devicesAddress({ broker, mqttPort }: Config): string {
  if (!broker) return `mqtt://localhost:${mqttPort}`
  const { protocol, host } = new URL(broker.url)
  return `${protocol}//${host}`
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  let said = 'no answer'
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url)
      if (response.ok) return
      said = await response.text()
    } catch (error) {
      said = String(error)
    }
    await wait(50)
  }
  throw new Error(`om did not become ready within a minute: ${said}`)
}
