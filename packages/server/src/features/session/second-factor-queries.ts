import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'

export interface FactorRow {
  userId: number
  secret: string
  confirmedAt: string | null
  lastStep: number | null
  recoveryHashes: Buffer[]
}

export async function findFactor(db: SystemDb, userId: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('secondFactors')
    .select(['userId', 'secret', 'confirmedAt', 'lastStep', 'recoveryHashes'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** A secret that does not count yet; one that counts stays. */
export async function beginFactor(db: SystemDb, userId: number, secret: string): Promise<boolean> {
  const begun = await sql`
    insert into second_factors (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = null
    where second_factors.confirmed_at is null`.execute(db)
  return Number(begun.numAffectedRows) > 0
}

export async function confirmFactor(db: SystemDb, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db
    .updateTable('secondFactors')
    .set({ confirmedAt: sql`coalesce(confirmed_at, now())`, recoveryHashes: [...hashes] })
    .where('userId', '=', userId)
    .execute()
}

/** Uses a code of this time step up; false if it, or a later one, has been used before. */
export async function useStep(db: SystemDb, userId: number, step: number): Promise<boolean> {
  const used = await sql`
    update second_factors set last_step = ${step}
    where user_id = ${userId} and coalesce(last_step, 0) < ${step}`.execute(db)
  return Number(used.numAffectedRows) > 0
}

/** Uses a recovery code up; false if it is none, or is used already. */
export async function useRecoveryCode(db: SystemDb, userId: number, hash: Buffer): Promise<boolean> {
  const used = await sql`
    update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where user_id = ${userId} and ${hash}::bytea = any(recovery_hashes)`.execute(db)
  return Number(used.numAffectedRows) > 0
}

export async function deleteFactor(db: SystemDb, userId: number): Promise<void> {
  await db.deleteFrom('secondFactors').where('userId', '=', userId).execute()
}
