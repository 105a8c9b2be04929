import type { PartRate } from '@wattkeeper/contracts/api/model-upgrades'
import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

export interface Model {
  readonly id: number
  readonly equipTypeId: number
  readonly name: string
}

export async function findModel(db: Db, id: number, language: Language): Promise<Model | undefined> {
  const { rows } = await sql<Model>`
    select m.id, m.equip_type_id, ${nameIn(language, 'm')} as name from equip_models m where m.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Boards that run the same are judged together: many devices, few versions. */
export async function ratesOf(db: Db, { id, equipTypeId }: Model, language: Language): Promise<PartRate[]> {
  const { rows } = await sql<Omit<PartRate, 'rate'> & { judged: number }>`
    with running as materialized (
      select p.part_type, p.hw_version, p.curr_sw_version, count(*) as boards
      from devices d join device_parts p on p.device_id = d.id
      where d.equip_model_id = ${id} and p.curr_sw_version <> '' group by 1, 2, 3
    ), judged as (
      select r.*, version_numbers(r.curr_sw_version) as rank, n.sw_version as newest, n.rank as newest_rank
      from running r left join lateral newest_release(${equipTypeId}, r.part_type, ${id}, r.hw_version) n on true
    ), versions as (
      select part_type, curr_sw_version, sum(boards)::bigint as boards, max(rank) as rank from judged group by 1, 2
    )
    select j.part_type, ${nameIn(language, 'k')} as part_type_name,
      (array_agg(j.newest order by j.newest_rank desc nulls last))[1] as newest_sw_version,
      sum(j.boards)::bigint as total, coalesce(sum(j.boards) filter (where j.rank >= j.newest_rank), 0)::bigint as upgraded,
      coalesce(sum(j.boards) filter (where j.newest is not null), 0)::bigint as judged,
      (select jsonb_agg(jsonb_build_object('version', v.curr_sw_version, 'count', v.boards) order by v.rank desc, v.curr_sw_version)
        from versions v where v.part_type = j.part_type) as versions
    from judged j left join part_types k on k.equip_type_id = ${equipTypeId} and k.code = j.part_type
    group by j.part_type, k.sort, k.name, k.name_en order by k.sort, j.part_type`.execute(db)
  return rows.map(({ judged, ...row }) => ({ ...row, rate: judged === 0 ? null : row.upgraded / judged }))
}
