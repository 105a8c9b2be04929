import type { system } from '@wattkeeper/contracts/api/dashboard'
import type { Handlers } from '../../context.ts'
import { databaseVersion } from './queries.ts'

export const handlers: Handlers<typeof system> = {
  async info(_, { db, services }) {
    return {
      version: services.version,
      startedAt: services.startedAt,
      time: new Date(services.clock.now()).toISOString(),
      timeZone: services.timeZone,
      node: process.version,
      database: `PostgreSQL ${await databaseVersion(db)}`,
      broker: 'Aedes',
      cache: 'PostgreSQL',
    }
  },
}
