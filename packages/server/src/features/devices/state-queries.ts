import type { ConnectionChange } from '@wattkeeper/contracts/api/devices'
import type { Page } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import { latestOf } from '../telemetry/index.ts'

export async function deviceExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The newest report of each board. */
export async function boardsOf(services: Services, db: Db, deviceId: number) {
  const boards = Map.groupBy(await latestOf(services, db, [deviceId]), ({ board }) => board)
  const newest = (instants: readonly string[]) => instants.reduce((a, b) => (a > b ? a : b))
  return [...boards].map(([board, values]) => ({
    board,
    reportedAt: newest(values.map(({ ts }) => ts)),
    receivedAt: newest(values.map(({ receivedAt }) => receivedAt)),
  }))
}

export async function partsOf(db: Db, deviceId: number) {
  return db
    .selectFrom('deviceParts')
    .select(['partType', 'addrId', 'currSwVersion', 'hwVersion', 'reportedAt'])
    .where('deviceId', '=', deviceId)
    .orderBy('partType')
    .orderBy('addrId')
    .execute()
}

export async function paramsOf(db: Db, deviceId: number) {
  return db
    .selectFrom('deviceParams')
    .select(['paramId as id', 'value', 'reportedAt'])
    .where('deviceId', '=', deviceId)
    .orderBy('paramId')
    .execute()
}

interface Asked {
  readonly equipId: number
  readonly pageNum: number
  readonly pageSize: number
}

/** When the device came and went, newest first. */
export async function connectionsOf(
  db: Db,
  { equipId, pageNum, pageSize }: Asked,
): Promise<Page<ConnectionChange>> {
  const found = db.selectFrom('onlineHistory').where('deviceId', '=', equipId)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'at', 'isOnline', 'reason'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { rows: rows.map((row) => ({ ...row, isOnline: row.isOnline === 1 ? 1 : 0 })), total }
}
