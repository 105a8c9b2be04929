import { defineConfig } from 'vitest/config'
import { systemPostgresPrograms } from './packages/server/src/testing/system-postgres.ts'

const patience = {
  // Starting a database, a broker or a browser takes its time on a busy machine.
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

const everything = {
  test: {
    ...patience,
    name: 'all',
    include: ['packages/*/src/**/*.test.{ts,tsx}'],
    globalSetup: ['packages/server/test-setup.ts'],
  },
}

/** What stands on rows most, once more on the Postgres of the machine: an older one, over TCP, with its own settings. */
const onSystemPostgres = {
  test: {
    ...patience,
    name: 'system postgres',
    include: [
      'packages/server/src/{gateway,gateway-sessions,seed,repeats}.test.ts',
      'packages/server/src/features/{alarms,events,rollouts,telemetry}/*.test.ts',
      'packages/server/src/platform/database/migrate.test.ts',
    ],
    globalSetup: ['packages/server/test-setup-system.ts'],
  },
}

const hasSystemPostgres = systemPostgresPrograms() !== undefined
if (!hasSystemPostgres)
  process.stdout.write('not run: the tests on a Postgres of the system, for there is none\n')

export default defineConfig({
  // Most of them wait: for deadlines, for processes, for devices. Three at a time, whatever the machine; a worker loads
  // the product once for all its files (docs/decisions/0225).
  test: {
    maxWorkers: 3,
    isolate: false,
    projects: hasSystemPostgres ? [everything, onSystemPostgres] : [everything],
  },
})
