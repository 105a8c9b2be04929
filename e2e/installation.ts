import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type Installation = ReturnType<typeof installationOf>

/** One of the installations that the runner has started, from 0. */
export function installationOf(index: number) {
  const port = Number(process.env['WK_E2E_PORT']) + 3 * index
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    mqttPort: port + 1,
    /** Where its provider of single sign-on is looked for. */
    signOnPort: port + 2,
    dataDir: join(process.env['WK_E2E_DATA'] ?? '', String(index)),
    admin: { loginName: 'admin', password: 'Admin-of-e2e' },
  }
}

/** This worker's own; a worker that takes the place of one that failed has the same. */
export const installation = installationOf(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))

/** Kills om, report and Postgres as a power cut would; the supervisor stays and has to bring them back. */
export function killServers(): void {
  const run = join(installation.dataDir, 'run')
  for (const file of readdirSync(run).filter((name) => /^(om|report)\.json$/.test(name))) {
    process.kill(pidIn(readFileSync(join(run, file), 'utf8')), 'SIGKILL')
  }
  const postmaster = readFileSync(join(installation.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
}

const pidIn = (text: string): number => Number(/"pid":(\d+)/.exec(text)?.[1])
