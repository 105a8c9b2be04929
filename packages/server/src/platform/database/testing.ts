import { inject } from 'vitest'
import type { DatabaseUrls } from './roles.ts'

export type TestDatabase = {
  /** Connection strings, one a role; `superuser` is for looking behind row-level security in assertions. */
  urls: DatabaseUrls
  /** Drops the database; ends the connections that are still open. */
  stop: () => Promise<void>
}

/** A database of its own for one test file: migrated, seeded, and otherwise empty. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const created = await ask('POST', '/databases')
  const { name, urls } = (await created.json()) as { name: string; urls: TestDatabase['urls'] }
  return {
    urls,
    stop: async () => {
      await ask('DELETE', `/databases/${name}`)
    },
  }
}

async function ask(method: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, inject('testDatabases')), { method })
  if (!response.ok) throw new Error(await response.text())
  return response
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: string
  }
}
