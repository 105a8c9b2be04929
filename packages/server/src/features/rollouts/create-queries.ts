import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Scope } from '../../platform/database/database.ts'

export async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('rollouts', 'id')) as id`.execute(db)
  return rows[0]?.id ?? 0
}

export interface NewRow {
  readonly id: number
  readonly code: string
  readonly kind: string
  readonly remark: string
  readonly body: string
  readonly organizationId: number
  readonly createdBy: number
  readonly createdByName: string
  readonly createdAt: string
  readonly groupSize: number | null
  readonly intervalMinutes: number | null
  readonly windowFrom: number | null
  readonly windowUntil: number | null
  readonly startsAt: string
  readonly failureThreshold: number
  readonly deadlineHours: number
  readonly seed: number
  readonly beginsWithOne: boolean
  readonly undoes: number | null
}

/** The scope's settings are written down as they are now. */
export async function insertRollout(db: Db, row: NewRow, { settings }: Scope): Promise<void> {
  const part = (name: string) => settings[name] || null
  await db
    .insertInto('rollouts')
    .values({
      ...row,
      state: 'scheduled',
      scopeOrganization: sql`${part('app.organization')}::bigint`,
      scopeOperators: sql`${part('app.operators')}::bigint[]`,
      scopeTypes: sql`${part('app.types')}::bigint[]`,
      scopeRegions: sql`${part('app.regions')}::text[]`,
    })
    .execute()
}

interface Targets {
  readonly candidates: RawBuilder<unknown>
  readonly canaryShare: number | null
  readonly canaryCodes: readonly string[]
  readonly insists: boolean
}

/**
 * Freezes the targets, in the order of their seed; canaries come first, and are taken from those online where a share
 * is asked for. One statement, however many there are.
 */
export async function insertTargets(db: Db, rolloutId: number, targets: Targets) {
  const { candidates, canaryShare, canaryCodes, insists } = targets
  const { rows } = await sql<{ total: number; skipped: number }>`
    with rollout as (select id, kind, seed, created_at from rollouts where id = ${rolloutId}),
    meant as materialized (
      select c.*, d.code, d.organization_id, d.operator_id, d.equip_type_id, d.equip_model_id, d.region_path,
        d.is_online, d.code = any(${canaryCodes}::text[]) as is_chosen,
        hashtextextended(c.device_id || ' ' || c.part_type || ' ' || c.addr_id, (select seed from rollout)) as shuffled
      from (${candidates}) as c join devices d on d.id = c.device_id
    ), ranked as (
      select meant.*, skipped is null and (is_chosen or row_number() over (
          partition by skipped is null order by is_online desc, shuffled)
        <= ceil(count(*) filter (where skipped is null) over () * ${canaryShare}::float8)) as is_canary
      from meant
    ), inserted as (
      insert into rollout_targets (rollout_id, kind, position, device_id, device_code, organization_id, operator_id,
        equip_type_id, equip_model_id, region_path, part_type, addr_id, version_before, body, is_canary, insists, state,
        reason, finished_at)
      select rollout.id, rollout.kind,
        row_number() over (order by skipped is not null, coalesce(is_canary, false) desc, shuffled, device_id),
        device_id, ranked.code, organization_id, operator_id, equip_type_id, equip_model_id, region_path, part_type,
        addr_id, version_before, ranked.body, coalesce(is_canary, false), ${insists},
        case when skipped is null then 'waiting' else 'skipped' end, skipped,
        case when skipped is not null then rollout.created_at end
      from ranked, rollout returning state
    ), counted as (
      select count(*) as total, count(*) filter (where state = 'skipped') as skipped from inserted
    ), noted as (
      update rollouts set total = counted.total from counted where id = ${rolloutId}
    )
    select total, skipped from counted`.execute(db)
  const { total = 0, skipped = 0 } = rows[0] ?? {}
  return { total, skipped }
}

/** Those of the codes that are not among a roll-out's targets. */
export async function codesBeyond(db: Db, rolloutId: number, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as asked (code)
    where not exists (select from rollout_targets t
      where t.rollout_id = ${rolloutId} and t.device_code = asked.code and t.is_canary)`.execute(db)
  return rows.map(({ code }) => code)
}
