import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Window } from '../../platform/http/paging.ts'

export interface AuditQuery {
  /**
   * Of whoever sees one organization only. Row-level security says it too, but by a setting that the planner cannot
   * estimate: it would walk everybody's rows where nearly all are of the platform.
   */
  readonly organizationId?: number | undefined
  readonly userId?: number | undefined
  readonly action?: string | undefined
  readonly object?: string | undefined
  readonly objectId?: string | undefined
  readonly isFailed?: boolean | undefined
  readonly startTime: string
  readonly endTime: string
}

export interface DeedRow {
  id: number
  createTime: string
  requestId: string
  userId: number | null
  userName: string
  organizationId: number
  address: string
  action: string
  input: unknown
  code: number
}

function matching(query: AuditQuery) {
  const { organizationId, userId, action, object, objectId, isFailed, startTime, endTime } = query
  const ofChanges = [
    object === undefined ? undefined : sql`c.object = ${object}`,
    objectId === undefined ? undefined : sql`c.object_id = ${objectId}`,
  ].filter((condition) => condition !== undefined)
  const conditions = [
    sql`at >= ${startTime} and at <= ${endTime}`,
    organizationId === undefined ? undefined : sql`organization_id = ${organizationId}`,
    userId === undefined ? undefined : sql`user_id = ${userId}`,
    action === undefined ? undefined : byAction(action),
    isFailed === undefined ? undefined : isFailed ? sql`code <> 200` : sql`code = 200`,
    ofChanges.length === 0
      ? undefined
      : // the rows of one request share its transaction's instant
        sql`request_id in (select c.request_id from audit_changes c
          where c.at >= ${startTime} and c.at <= ${endTime} and ${sql.join(ofChanges, sql` and `)})`,
  ].filter((condition) => condition !== undefined)
  return sql.join(conditions, sql` and `)
}

/** `users.update` is one action, `users` all of a feature. */
const byAction = (action: string) =>
  action.includes('.') ? sql`action = ${action}` : sql`starts_with(action, ${`${action}.`})`

/** How many there are, counted no further than `most`. */
export async function countDeeds(db: Db, query: AuditQuery, most: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (select from audit where ${matching(query)} limit ${most}) as found`.execute(
    db,
  )
  return rows[0]?.counted ?? 0
}

/** Newest first. */
export async function deedRows(
  db: Db,
  query: AuditQuery,
  { limit, offset, after }: Window,
): Promise<DeedRow[]> {
  const beyond = after ? sql`and (at, id) < (${after.at}, ${after.id})` : sql``
  const { rows } = await sql<DeedRow>`
    select id, at as create_time, request_id, user_id, user_name, organization_id, address, action, input, code
    from audit where ${matching(query)} ${beyond}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface ChangeRow {
  requestId: string
  object: string
  objectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export async function changesOf(db: Db, requestIds: readonly string[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select request_id, object, object_id, before, after from audit_changes
    where request_id = any(${requestIds}::text[]) order by at, id`.execute(db)
  return rows
}

export async function keepPartitions(db: SystemDb, now: string, keptDays: number): Promise<void> {
  for (const table of ['audit', 'audit_changes']) {
    await sql`select ensure_partitions(${table}, 'month', ${now}, ${now}::timestamptz + interval '2 months')`.execute(
      db,
    )
    await sql`select drop_partitions(${table}, 'month', ${now}::timestamptz - ${keptDays} * interval '1 day')`.execute(
      db,
    )
  }
}
