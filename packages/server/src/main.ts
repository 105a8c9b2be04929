import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openFirstAccess } from './first-access.ts'
import { createInstallation, devicesAddress } from './installation.ts'
import { openFilesLimit, openFilesProblem } from './platform/supervisor/open-files.ts'
import { countDevices, prepareDatabase } from './prepare-database.ts'

// `npm start`: everything on one machine. Order and recovery stand in installation.ts.

const startedAt = performance.now()
const stopRequest = Promise.withResolvers<'stop'>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopRequest.resolve('stop'))
// scripts/start.mjs, which holds the terminal, is gone.
process.on('disconnect', () => stopRequest.resolve('stop'))

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
process.exit()

async function run(): Promise<number> {
  const config = readConfig()
  let firstPassword: string | undefined
  const installation = createInstallation({
    config,
    programs: { om: file('om.ts'), report: file('report.ts'), fleet: file('../../simulator/src/main.ts') },
    prepare: async (ownerUrl) => {
      await prepareDatabase(ownerUrl, (line) => say(`  ${line}`))
      const { password, fleetToken } = await openFirstAccess(ownerUrl, {
        adminPassword: config.adminPassword,
        hasFleet: config.demoDevices > 0,
      })
      firstPassword = password
      // Said at once, and again below the address: a start that is cut short must not lose it.
      if (password !== undefined) say(`  first user: admin, password ${password} (shown only now)`)
      const devices = Math.max(await countDevices(ownerUrl), config.demoDevices)
      const tooFewFiles = openFilesProblem(openFilesLimit(), devices)
      if (tooFewFiles !== undefined) say(tooFewFiles)
      return { ...(fleetToken !== undefined && { SIM_TOKEN: fleetToken }) }
    },
    say,
  })
  try {
    const started = installation.start().then(() => 'started' as const)
    if ((await Promise.race([started, stopRequest.promise])) === 'started') {
      greet(config, firstPassword)
      // scripts/start.mjs starts a supervisor again that was killed after this.
      process.send?.({ type: 'ready' })
      await stopRequest.promise
    }
    started.catch(() => undefined)
    say('Stopping')
  } finally {
    await installation.stop()
  }
  say('Stopped')
  return 0
}

function greet(config: Config, firstPassword: string | undefined): void {
  say(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  say('')
  say(`  Console   ${config.publicUrl ?? `http://localhost:${config.port}`}`)
  if (firstPassword !== undefined) say(`  Sign in   admin  ${firstPassword}`)
  say(`  Devices   ${devicesAddress(config)}`)
  say(`  Logs      ${join(config.dataDir, 'logs')}`)
  say('')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function file(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
