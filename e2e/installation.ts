import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The installation that the runner has started. */
export const installation = {
  port: Number(process.env['WK_E2E_PORT']),
  mqttUrl: `mqtt://127.0.0.1:${Number(process.env['WK_E2E_PORT']) + 1}`,
  /** Where its provider of single sign-on is looked for. */
  signOnPort: Number(process.env['WK_E2E_PORT']) + 2,
  dataDir: process.env['WK_E2E_DATA'] ?? '',
  admin: { loginName: 'admin', password: 'Admin-of-e2e' },
}

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
