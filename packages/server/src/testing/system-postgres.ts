import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresAccount } from '../platform/database/embedded/account.ts'
import { freePort } from './ports.ts'

/** A Postgres of the system's packages, listening on loopback, in a folder of its own. */
export interface SystemPostgres {
  /** Of its superuser and the database `postgres`. */
  readonly url: string
  readonly port: number
  /** Ends it at once, connections and all. */
  halt(): void
  start(): void
  /** Another server that repeats this one and only reads. */
  copy(): Promise<SystemPostgres>
  stop(): void
}

const home = '/usr/lib/postgresql'
const password = 'of-the-tests'
const settings = `
listen_addresses = '127.0.0.1'
max_connections = 120
max_locks_per_transaction = 256
timezone = 'UTC'
jit = off
`

/** The newest that is installed. */
export function systemPostgresPrograms(): string | undefined {
  if (!existsSync(home)) return undefined
  const versions = readdirSync(home).filter((version) => existsSync(join(home, version, 'bin', 'initdb')))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest && Number(newest) >= 15 ? join(home, newest, 'bin') : undefined
}

export async function startSystemPostgres(
  programs: string,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<SystemPostgres> {
  const folder = ownFolder()
  const secret = join(folder, 'secret')
  writeFileSync(secret, password, { mode: 0o644 })
  const cluster = join(folder, 'cluster')
  const initdb = [
    '-D',
    cluster,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    secret,
    '-E',
    'UTF8',
    '--no-sync',
  ]
  runProgram(join(programs, 'initdb'), [...initdb, '--locale', 'C'])
  appendFileSync(join(cluster, 'postgresql.conf'), `${settings}fsync = ${durable ? 'on' : 'off'}\n`)
  appendFileSync(join(cluster, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  return serve({ programs, folder, cluster })
}

interface Place {
  readonly programs: string
  readonly folder: string
  readonly cluster: string
}

async function serve({ programs, folder, cluster }: Place): Promise<SystemPostgres> {
  const port = await freePort()
  const control = (...args: string[]) =>
    runProgram(join(programs, 'pg_ctl'), ['-D', cluster, '-l', join(folder, 'log'), '-w', ...args])
  const start = () => control('-o', `-p ${port} -k ${folder}`, 'start')
  start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    halt: () => control('-m', 'immediate', 'stop'),
    start,
    async copy() {
      const there = ownFolder()
      const base = ['-D', join(there, 'cluster'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
      const from = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
      runProgram(join(programs, 'pg_basebackup'), ['-d', from, ...base])
      return serve({ programs, folder: there, cluster: join(there, 'cluster') })
    },
    stop() {
      if (existsSync(join(cluster, 'postmaster.pid'))) control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Belongs to the user that Postgres runs as. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wk-system-postgres-'))
  const account = postgresAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o755)
  return folder
}

function runProgram(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, {
    ...postgresAccount(),
    cwd: tmpdir(),
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // The server that pg_ctl starts goes on, and would hold a pipe.
    stdio: ['ignore', 'ignore', program.endsWith('pg_ctl') ? 'ignore' : 'pipe'],
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit ${String(status)} ${String(stderr)}`)
}
