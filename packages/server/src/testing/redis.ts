import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './ports.ts'

/** Redis of the system's packages, on loopback, in a folder of its own. */
export interface TestRedis {
  readonly url: string
  readonly port: number
  /** As an operator may: all is gone, and the server stays. */
  empty(): void
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function systemRedis(): string | undefined {
  return ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server'].find((path) =>
    existsSync(path),
  )
}

export async function startRedis(program: string, settings: readonly string[] = []): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'wk-redis-'))
  const port = await freePort()
  let server: ChildProcess | undefined
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
    server = spawn(program, args, { stdio: 'ignore' })
    await listening(port)
  }
  const kill = async () => {
    server?.kill('SIGKILL')
    if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
  await start()
  return {
    ...{ url: `redis://127.0.0.1:${port}`, port, kill, start },
    empty: () => void execFileSync('redis-cli', ['-p', String(port), 'flushall'], { stdio: 'ignore' }),
    async stop() {
      await kill()
      rmSync(join(folder), { recursive: true, force: true })
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = createConnection(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await wait(25)
  }
  throw new Error(`nothing listens on ${port}`)
}
