import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type Criteria, conditionsOf } from '../devices/index.ts'

/** Those of the codes that name no device in the caller's scope, in their order. */
export async function unknownCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select asked.code from unnest(${codes}::text[]) with ordinality as asked (code, place)
    where not exists (select from devices d where d.code = asked.code) order by place`.execute(db)
  return rows.map(({ code }) => code)
}

/** The condition on `d` (devices); without criteria, which name a place that does not exist, nothing holds. */
export function selected(codes: readonly string[], criteria: Criteria | undefined): RawBuilder<unknown> {
  if (!criteria) return sql`false`
  return codes.length > 0
    ? sql`d.code = any(${codes}::text[]) and ${conditionsOf(criteria)}`
    : conditionsOf(criteria)
}
