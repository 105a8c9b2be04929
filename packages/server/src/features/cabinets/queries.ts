import type { Db } from '../../context.ts'

export async function findCabinet(db: Db, id: number) {
  return db.selectFrom('devices').select(['equipTypeId', 'isOnline']).where('id', '=', id).executeTakeFirst()
}

/** The ids of those batteries that the caller sees, by code. */
export async function idsOfDevices(db: Db, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const rows = await db.selectFrom('devices').select(['id', 'code']).where('code', 'in', codes).execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}
