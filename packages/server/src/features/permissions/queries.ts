import type { AuthorityType } from '@wattkeeper/contracts/api/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'

/** Ids and codes alike are kept as text. */
export interface Authority {
  readonly authorityType: string | null
  readonly type: AuthorityType
  readonly value: readonly string[]
}

export async function authoritiesOf(db: Db, userId: number): Promise<Authority[]> {
  const { rows } = await sql<Authority>`
    select authority_type, type, value from data_permissions where user_id = ${userId} order by type`.execute(
    db,
  )
  return rows
}

/** Gives a user exactly these; kinds that stay the same are not touched. */
export async function setAuthorities(
  db: Db,
  userId: number,
  authorities: readonly Authority[],
): Promise<void> {
  const types = authorities.map(({ type }) => type)
  await sql`delete from data_permissions where user_id = ${userId} and type <> all(${types}::text[])`.execute(
    db,
  )
  for (const { authorityType, type, value } of authorities) {
    await sql`
      insert into data_permissions (user_id, type, authority_type, value)
      values (${userId}, ${type}, ${authorityType}, ${value}::text[])
      on conflict (user_id, type) do update set authority_type = excluded.authority_type, value = excluded.value`.execute(
      db,
    )
  }
}

interface KnownValue {
  code: string
  organizationId: number | null
}

/** Those of the values that exist and the caller may see. */
export async function knownValues(
  db: Db,
  type: AuthorityType,
  values: readonly string[],
): Promise<KnownValue[]> {
  const sources: Record<AuthorityType, RawBuilder<KnownValue>> = {
    O: sql`select id::text as code, organization_id from operators where id::text = any(${values}::text[])`,
    ET: sql`select id::text as code, null::bigint as organization_id from equip_types where id::text = any(${values}::text[])`,
    R: sql`select code, null::bigint as organization_id from regions where code = any(${values}::text[])`,
  }
  return (await sources[type].execute(db)).rows
}

/** How many devices a user of this organization would see, and how many there are, as far as the caller sees them. */
export async function countDevices(
  db: Db,
  organizationId: number | undefined,
  authorities: readonly Authority[],
): Promise<{ sees: number; of: number }> {
  const chosen = (wanted: AuthorityType) => authorities.find(({ type }) => type === wanted)?.value
  const [operators, types, regions] = [chosen('O'), chosen('ET'), chosen('R')]
  const conditions = [
    operators && sql`operator_id = any(${operators}::bigint[])`,
    types && sql`equip_type_id = any(${types}::bigint[])`,
    regions && !regions.includes('all') && sql`region_path && ${regions}::text[]`,
  ].filter((condition) => condition !== undefined && condition !== false)
  const allowed = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const { rows } = await sql<{ sees: number; of: number }>`
    select count(*) filter (where ${allowed}) as sees, count(*) as of from devices
    where ${organizationId ?? null}::bigint is null or organization_id = ${organizationId ?? null}`.execute(
    db,
  )
  return rows[0] ?? { sees: 0, of: 0 }
}
