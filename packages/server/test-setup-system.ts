import type { TestProject } from 'vitest/node'
import { prepareExternal } from './src/platform/database/external.ts'
import { startSystemPostgres, systemPostgresPrograms } from './src/testing/system-postgres.ts'
import { type Server, provideDatabases } from './test-setup.ts'

/** The databases of a test run on the Postgres of the system's packages. */
export default (project: TestProject) => provideDatabases(project, startSystem)

async function startSystem(): Promise<Server> {
  const server = await startSystemPostgres(systemPostgresPrograms() ?? '')
  const url = Object.assign(new URL(server.url), { pathname: '/wattkeeper' }).href
  const urls = await prepareExternal({ url, serving: undefined }, { onNotice: () => undefined })
  return { urls, stop: async () => server.stop() }
}
