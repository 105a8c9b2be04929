import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import * as queries from './queries.ts'

const dayMs = 86_400_000
const atOnce = 200

export const jobs: readonly Job<Services>[] = [
  { name: 'deviceFiles.clear', schedule: '*/10 * * * *', run: clearExpired },
  { name: 'deviceFiles.strays', schedule: '20 4 * * *', run: clearStrays },
]

/** Bytes first, then the row: a crash in between leaves a row that is cleared again. */
export async function clearExpired({ database, files, clock }: Services): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  for (;;) {
    const expired = await queries.expiredFiles(database.system, now, atOnce)
    for (const { id, key } of expired) {
      await files.remove(key)
      await queries.deleteFile(database.system, id)
    }
    if (expired.length < atOnce) break
  }
  await queries.forgetLinks(database.system, new Date(clock.now() - dayMs).toISOString())
}

/** What no row knows: left over where an older database was restored. */
export async function clearStrays({ database, files, clock }: Services): Promise<void> {
  const sweep = async (keys: readonly string[]) => {
    if (keys.length === 0) return
    const known = await queries.knownKeys(database.system, keys)
    for (const key of keys) if (!known.has(key)) await files.remove(key)
  }
  let old: string[] = []
  for await (const { key, modifiedAt } of files.list()) {
    if (modifiedAt > clock.now() - dayMs) continue
    old.push(key)
    if (old.length < atOnce) continue
    await sweep(old)
    old = []
  }
  await sweep(old)
}
