import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hashOf, migrate } from './platform/database/migrate.ts'
import { prepareJobs } from './platform/jobs/jobs.ts'
import { seedReferenceData } from './seed.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Migrations, reference data, the tables of the job library: what every database holds before anybody uses it. */
export async function prepareDatabase(url: string, onProgress?: (line: string) => void): Promise<string[]> {
  const applied = await migrate({
    url,
    folder: path('../migrations'),
    seed: { hash: hashOf(path('../seed'), path('./seed.ts')), run: seedReferenceData },
    ...(onProgress && { onProgress }),
  })
  await prepareJobs(url)
  return applied
}

/** How many devices may want to connect. */
export async function countDevices(url: string): Promise<number> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from devices')
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
