import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { hashOf, migrate } from './platform/database/migrate.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Migrations, then reference data: what every database of this version holds before anybody uses it. */
export async function prepareDatabase(url: string, onProgress?: (line: string) => void): Promise<string[]> {
  const seedFile = path('./seed.ts')
  return migrate({
    url,
    folder: path('../migrations'),
    ...(onProgress && { onProgress }),
    ...(existsSync(seedFile) && { seed: { hash: hashOf(path('../seed'), seedFile), run: plant } }),
  })
}

async function plant(client: pg.Client): Promise<void> {
  const { seedReferenceData } = (await import(new URL('./seed.ts', import.meta.url).href)) as {
    seedReferenceData: (client: pg.Client) => Promise<void>
  }
  await seedReferenceData(client)
}
