import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { createInstallation } from './installation.ts'
import { prepareDatabase } from './prepare-database.ts'

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
  const installation = createInstallation({
    config,
    programs: { om: file('om.ts'), report: file('report.ts'), fleet: file('../../simulator/src/main.ts') },
    prepare: async (ownerUrl) => {
      await prepareDatabase(ownerUrl, (line) => say(`  ${line}`))
    },
    say,
  })
  try {
    const started = installation.start().then(() => 'started' as const)
    if ((await Promise.race([started, stopRequest.promise])) === 'started') {
      greet(config.publicUrl ?? `http://localhost:${config.port}`, config.mqttPort, config.dataDir)
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

function greet(address: string, mqttPort: number, dataDir: string): void {
  say(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  say('')
  say(`  Console   ${address}`)
  say(`  Devices   mqtt://localhost:${mqttPort}`)
  say(`  Logs      ${relative(process.cwd(), `${dataDir}/logs`)}`)
  say('')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function file(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
