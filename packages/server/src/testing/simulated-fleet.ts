import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { ambientEnvironment } from '../config.ts'
import type { Facts } from '../facts.ts'
import { ticking } from '../features.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { openBus } from '../platform/bus/bus.ts'
import { typeParsers } from '../platform/database/database.ts'
import { sendFile } from './files.ts'
import { containerImage } from './firmware-images.ts'
import { freePort } from './ports.ts'
import { type Person, type TestServer, startTestServer } from './server.ts'

/** Both planes over real sockets, for the simulator's own process; om's seconds and the clock are in the test's hands. */
export interface SimulatedPlatform {
  readonly server: TestServer
  readonly gateway: Gateway
  readonly admin: Person
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Simulated devices that register, connect and stay until the test ends. */
  readonly simulate: (options: Simulation) => Promise<SimulatedDevice[]>
  /** A signed release, uploaded and saved as people do. */
  readonly release: (pcbCode: string, partType: string, version: string) => Promise<number>
  /** What om does every second. */
  readonly tick: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface SimulatedDevice {
  readonly id: number
  readonly code: string
}

export interface Simulation {
  readonly devices: number
  readonly kinds: 'portable' | 'cabinet'
  /** Another seed, other devices. */
  readonly seed: string
  readonly upgradeTrouble?: string
  readonly commandTrouble?: string
}

const payloadBytes = 300_000

export async function startSimulatedPlatform(): Promise<SimulatedPlatform> {
  const port = await freePort()
  const server = await startTestServer({ publicUrl: `http://127.0.0.1:${port}` })
  await server.app.listen({ port, host: '127.0.0.1' })
  const bus = await openBus<Facts>({ url: server.urls.system, onError: () => undefined })
  const gateway = await startGateway({
    databaseUrl: server.urls.system,
    bus,
    logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    mqtt: { port: 0, address: '127.0.0.1' },
    clock: server.clock,
    publicUrl: server.services.publicUrl,
  })
  const db = new pg.Pool({ connectionString: server.urls.system, max: 2, types: typeParsers })
  db.on('error', () => undefined)
  const ask = async <Row>(text: string, values: unknown[] = []) =>
    (await db.query(text, values)).rows as Row[]
  const admin = await server.person()
  const endings: (() => Promise<void>)[] = []
  // One after the other: two that make the same operator at once would both fail.
  let registering: Promise<unknown> = Promise.resolve()
  return {
    ...{ server, gateway, admin, ask },
    simulate: async (options) => {
      const ground = { token: admin.token, url: server.services.publicUrl, mqttPort: gateway.port }
      const registered = registering.then(() => register(ground, options))
      registering = registered
      const { codes, stop } = await registered
      endings.push(stop)
      return whenOnline(ask, codes)
    },
    release: (pcbCode, partType, version) => release(server, admin, { pcbCode, partType, version }),
    async tick() {
      for (const each of ticking) await each.run(server.services)
    },
    async stop() {
      for (const end of endings) await end()
      await gateway.stop()
      await bus.close()
      await db.end()
      await server.stop()
    },
  }
}

interface Ground {
  /** Of somebody who may create devices. */
  readonly token: string
  readonly url: string
  readonly mqttPort: number
}

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

/** The simulator as people run it, once it knows its devices. */
export async function register({ token, mqttPort, url }: Ground, options: Simulation) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-simulated-'))
  const words = {
    ...{ url, mqtt: `mqtt://127.0.0.1:${mqttPort}`, 'data-dir': dataDir },
    ...{ devices: String(options.devices), kinds: options.kinds, seed: options.seed },
    // They report every 10 s, and not every 60: many a proof waits for the next word of a device.
    upload: 'on',
    ...(options.upgradeTrouble && { 'upgrade-trouble': options.upgradeTrouble }),
    ...(options.commandTrouble && { 'command-trouble': options.commandTrouble }),
  }
  const args = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value])
  const child = fork(simulator, args, {
    ...{ execArgv: [], stdio: 'ignore' },
    env: { ...ambientEnvironment(), SIM_TOKEN: token },
  })
  const [news] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  if (typeof news !== 'object') throw new Error('the simulator could not register its devices')
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { codes: codesIn(dataDir), stop }
}

const whenOnline = (ask: SimulatedPlatform['ask'], codes: readonly string[]) =>
  until(
    () =>
      ask<SimulatedDevice>(
        `select id, code from devices where code = any($1) and is_online = 1
           and exists (select from device_parts where device_id = devices.id) order by id`,
        [codes],
      ),
    ({ length }) => length === codes.length,
  )

/** Of the devices whose secrets this simulator keeps. */
function codesIn(dataDir: string): string[] {
  const kept = JSON.parse(readFileSync(join(dataDir, 'simulator-secrets.json'), 'utf8')) as object
  return Object.values(kept).flatMap((ofPlatform: object) => Object.keys(ofPlatform))
}

const remark = JSON.stringify({ zh: '一', en: 'one', de: 'eins', fr: 'un' })

async function release(
  server: TestServer,
  admin: Person,
  board: { readonly pcbCode: string; readonly partType: string; readonly version: string },
): Promise<number> {
  const bytes = containerImage({ ...board, payload: Buffer.alloc(payloadBytes, board.version) })
  const upload = { token: admin.token, bytes, name: `${board.version}.bin` }
  const { data } = await sendFile(server.app, firmware.upload, upload)
  const { filePath } = data as FirmwareUpload
  return (await admin.call(firmware.create, { filePath, ...board, isRelease: true, remark })).id
}

/** Asks again until the answer is what is waited for; fails with the last answer. */
export async function until<T>(
  read: () => Promise<T>,
  isThere: (answer: T) => boolean,
  ms = 60_000,
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const answer = await read()
    if (isThere(answer)) return answer
    if (Date.now() > deadline) throw new Error(`waited in vain; last answer: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
