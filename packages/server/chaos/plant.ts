import pg from 'pg'
import { typeParsers } from '../src/platform/database/database.ts'
import { type TestDevice, makeDevices } from '../src/testing/device-plane.ts'
import type { Place } from './place.ts'

/** Devices that the database knows and the broker lets in. */
export async function plant(
  { databaseUrl, broker }: Pick<Place, 'databaseUrl' | 'broker'>,
  count: number,
): Promise<readonly TestDevice[]> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1, types: typeParsers })
  const ask = async <Row>(text: string, parameters: unknown[] = []) =>
    (await db.query(text, parameters)).rows as Row[]
  const devices = await makeDevices(ask, count, 1)
  await db.end()
  broker.admit(devices)
  return devices
}
