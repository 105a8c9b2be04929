import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'

/** Mosquitto of the system's packages, on loopback, as deploy/mosquitto tells it. */
export interface TestMosquitto {
  readonly port: number
  /** Of the account under which the platform itself connects. */
  readonly url: string
  /** Lets devices in from now on, each under its code and secret. */
  admit(devices: readonly { readonly code: string; readonly secret: string }[]): void
  kill(): Promise<void>
  start(): Promise<void>
  /** As its service does: it writes down what it holds, and goes on with it. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const platform = { code: 'wattkeeper', secret: 'of-the-tests' }

export function systemMosquitto(): string | undefined {
  return ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) =>
    existsSync(path),
  )
}

export async function startMosquitto(program: string): Promise<TestMosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'wk-mosquitto-'))
  // Started by root it becomes another user, who must get in.
  chmodSync(folder, 0o777)
  const port = await freePort()
  writeFileSync(join(folder, 'mosquitto.conf'), configuration(folder, port))
  copyFileSync(join(shipped, 'wattkeeper.acl'), join(folder, 'rights'))
  let server: ChildProcess | undefined
  const admitted = new Map([[platform.code, platform.secret]])
  const writePasswords = () => {
    const file = join(folder, 'passwords')
    writeFileSync(file, [...admitted].map(([code, secret]) => `${code}:${secret}\n`).join(''), {
      mode: 0o644,
    })
    const { status } = spawnSync('mosquitto_passwd', ['-U', file])
    if (status !== 0) throw new Error('mosquitto_passwd failed')
    chmodSync(file, 0o644)
  }
  const start = async () => {
    writePasswords()
    server = spawn(program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await listening(port)
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    server?.kill(signal)
    if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
  const kill = () => end('SIGKILL')
  await start()
  return {
    port,
    url: `mqtt://${platform.code}:${platform.secret}@127.0.0.1:${port}`,
    admit(devices) {
      for (const { code, secret } of devices) admitted.set(code, secret)
      writePasswords()
      server?.kill('SIGHUP')
    },
    kill,
    start,
    async restart() {
      await end('SIGTERM')
      await start()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The configuration that operators are given, on a port and in a folder of our own. */
const shipped = fileURLToPath(new URL('../../../../deploy/mosquitto/', import.meta.url))

function configuration(folder: string, port: number): string {
  const ours = {
    listener: `${port} 127.0.0.1`,
    password_file: join(folder, 'passwords'),
    acl_file: join(folder, 'rights'),
    persistence_location: `${folder}/`,
  }
  return Object.entries(ours).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name} .*$`, 'm'), `${name} ${value}`),
    `${readFileSync(join(shipped, 'mosquitto.conf'), 'utf8')}log_type none\n`,
  )
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = createConnection(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await wait(25)
  }
  throw new Error('mosquitto does not listen')
}
