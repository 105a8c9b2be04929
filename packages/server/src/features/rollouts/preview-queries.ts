import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

interface Named {
  readonly name: string
  readonly count: number
}

export interface PreviewRow {
  readonly total: number
  readonly eligible: number
  readonly offline: number
  readonly skipped: { readonly reason: string; readonly count: number }[]
  readonly byOperator: Named[]
  readonly byModel: Named[]
  readonly byVersion: Named[]
}

const grouped = (name: RawBuilder<unknown>, from: RawBuilder<unknown> = sql``) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
    select ${name} as name, count(*) as n from told ${from} group by 1) as by_name)`

/** What a select of candidates stands for, counted. */
export async function previewOf(
  db: Db,
  candidates: RawBuilder<unknown>,
  language: Language,
): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`
    with meant as materialized (
      select c.*, d.operator_id, d.equip_model_id, d.is_online from (${candidates}) as c join devices d on d.id = c.device_id
    ), told as (select * from meant where skipped is null)
    select (select count(*) from meant) as total, (select count(*) from told) as eligible,
      (select count(*) from told where is_online = 0) as offline,
      (select coalesce(jsonb_agg(jsonb_build_object('reason', skipped, 'count', n) order by n desc, skipped), '[]') from (
        select skipped, count(*) as n from meant where skipped is not null group by skipped) as by_reason) as skipped,
      ${grouped(sql`coalesce(p.name, '')`, sql`left join operators p on p.id = told.operator_id`)} as by_operator,
      ${grouped(nameIn(language, 'm'), sql`join equip_models m on m.id = told.equip_model_id`)} as by_model,
      (select coalesce(jsonb_agg(jsonb_build_object('name', version_before, 'count', n) order by n desc, version_before), '[]')
        from (select version_before, count(*) as n from told where version_before is not null group by 1) as by_version)
        as by_version`.execute(db)
  return rows[0]
}
