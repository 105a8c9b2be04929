import type { system } from '@wattkeeper/contracts/api/dashboard'
import { sql } from 'kysely'
import type { Handlers } from '../../context.ts'

export const handlers: Handlers<typeof system> = {
  async info(_, { db, services }) {
    const { rows } = await sql<{
      version: string
    }>`select current_setting('server_version') as version`.execute(db)
    return {
      version: services.version,
      startedAt: services.startedAt,
      time: new Date(services.clock.now()).toISOString(),
      timeZone: services.timeZone,
      node: process.version,
      database: `PostgreSQL ${rows[0]?.version ?? ''}`,
      broker: 'Aedes',
      cache: 'PostgreSQL',
    }
  },
}
