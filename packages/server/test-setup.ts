import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { DatabaseUrls } from './src/platform/database/roles.ts'
import { removeCluster, startPostgres } from './src/platform/database/embedded/postgres.ts'
import { prepareDatabase } from './src/prepare-database.ts'

/**
 * One throw-away cluster for a whole test run, started when the first test asks for a database. Its only database is
 * the template: migrated and seeded once, then copied for each test file that asks.
 */
export default (project: TestProject) => provideDatabases(project, startEmbedded)

export async function provideDatabases(
  project: TestProject,
  start: () => Promise<Server>,
): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined
  const server = createServer((request, response) => {
    const name = request.url?.split('/')[2]
    cluster ??= startCluster(start)
    cluster
      .then(async (running) => {
        if (request.method === 'POST') return running.create()
        await running.drop(String(name))
        return null
      })
      .then((answer) => response.end(JSON.stringify(answer)))
      .catch((error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('testDatabases', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await (await cluster?.catch(() => undefined))?.stop()
  }
}

type Cluster = {
  create: () => Promise<{ name: string; urls: DatabaseUrls }>
  drop: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/** A Postgres with the roles and the empty database of ours. */
export type Server = { urls: DatabaseUrls; stop: () => Promise<void> }

async function startEmbedded(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-tests-'))
  const postgres = await startPostgres({ dataDir, durable: false })
  return {
    urls: postgres.urls,
    stop: async () => {
      await postgres.stop()
      removeCluster(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startCluster(start: () => Promise<Server>): Promise<Cluster> {
  const { urls, stop } = await start()
  try {
    await prepareDatabase(urls.owner)
  } catch (error) {
    await stop()
    throw error
  }
  const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const template = new URL(urls.owner).pathname.slice(1)
  const admin = new pg.Pool({ connectionString: named(urls.superuser, 'postgres'), max: 1 })
  admin.on('error', () => undefined)
  return {
    create: async () => {
      const name = `test_${randomUUID().slice(0, 8)}`
      await admin.query(`create database ${name} template ${template} owner wk_owner strategy file_copy`)
      await admin.query(
        `revoke connect on database ${name} from public;
         grant connect, temporary on database ${name} to wk_app, wk_staff, wk_system`,
      )
      const { superuser, owner, app, staff, system } = urls
      return {
        name,
        urls: {
          superuser: named(superuser, name),
          owner: named(owner, name),
          app: named(app, name),
          staff: named(staff, name),
          system: named(system, name),
        },
      }
    },
    drop: async (name) => {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    },
    stop: async () => {
      await admin.end()
      await stop()
    },
  }
}
