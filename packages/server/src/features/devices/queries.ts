import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Credential } from './credentials.ts'

export interface DeviceValues {
  readonly code: string
  readonly equipTypeId: number
  readonly equipModelId: number
  readonly organizationId: number
  readonly operatorId: number
  readonly regionCode?: string | null | undefined
  readonly address?: string | undefined
  readonly longitude?: number | null | undefined
  readonly latitude?: number | null | undefined
  readonly status?: 1 | 2 | 3 | undefined
}

export async function insertDevice(db: Db, device: DeviceValues, credential: Credential): Promise<number> {
  const { secretHash, secretSalt } = credential
  const { id } = await db
    .insertInto('devices')
    .values({ ...device, secretHash, secretSalt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts what no other device's code stands against; answers the ids by code. */
export async function insertDevices(
  db: Db,
  devices: readonly (DeviceValues & Credential)[],
): Promise<Map<string, number>> {
  const rows = devices.map(({ secret: _, secretHash, secretSalt, ...device }) => ({
    ...device,
    secretHash: secretHash.toString('hex'),
    secretSalt: secretSalt.toString('hex'),
  }))
  const inserted = await sql<{ id: number; code: string }>`
    insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id,
      region_code, address, longitude, latitude, status)
    select code, decode("secretHash", 'hex'), decode("secretSalt", 'hex'), "equipTypeId", "equipModelId",
      "organizationId", "operatorId", "regionCode", coalesce(address, ''), longitude, latitude, coalesce(status, 2)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (code text, "secretHash" text, "secretSalt" text,
      "equipTypeId" bigint, "equipModelId" bigint, "organizationId" bigint, "operatorId" bigint, "regionCode" text,
      address text, longitude double precision, latitude double precision, status smallint)
    on conflict (code) do nothing
    returning id, code`.execute(db)
  return new Map(inserted.rows.map(({ id, code }) => [code, id]))
}

/** A device that the caller sees, held until the transaction ends. */
export async function lockDevice(db: Db, id: number) {
  return db
    .selectFrom('devices')
    .select(['id', 'code', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Fields that are undefined stay as they are. */
export async function updateDevice(db: Db, id: number, device: DeviceValues): Promise<void> {
  await db.updateTable('devices').set(device).where('id', '=', id).execute()
}

export async function updateCredential(db: Db, id: number, credential: Credential): Promise<void> {
  const { secretHash, secretSalt } = credential
  await db.updateTable('devices').set({ secretHash, secretSalt }).where('id', '=', id).execute()
}

/** Answers its code. */
export async function deleteDevice(db: Db, id: number): Promise<string | undefined> {
  const deleted = await db.deleteFrom('devices').where('id', '=', id).returning('code').executeTakeFirst()
  return deleted?.code
}
