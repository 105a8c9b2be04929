import type pg from 'pg'

/** What is known of one migration, of this version's files or of the database. */
interface Step {
  readonly number: number
  readonly name: string
  /** The version that still fits what the migration left; null where every earlier one does. */
  readonly fitsFrom: number | null
}

const contraction = /^-- contracts: from (\d{4}), \S/
const claim = /^-- contracts\b/

/**
 * A migration that takes something away says so in its first line: `-- contracts: from 0093, nobody reads devices.old
 * since then`. A version is called by its newest migration.
 */
export function fitsFromOf(name: string, sql: string): number | null {
  if (!claim.test(sql)) return null
  const from = contraction.exec(sql)?.[1]
  if (from === undefined)
    throw new Error(`${name}: its first line must read "-- contracts: from NNNN, what it takes away".`)
  if (from > name.slice(0, 4)) throw new Error(`${name} cannot need a version that comes after it.`)
  return Number(from)
}

/** Refuses a database from which a newer version has taken what this one needs. */
export function requireFitting(newest: number, unknown: readonly Step[]): void {
  const [first] = unknown
  if (first && first.number < newest)
    throw new Error(
      `The database was migrated by another Wattkeeper (${first.name}), which this version does not follow.`,
    )
  const floor = Math.max(0, ...unknown.map(({ fitsFrom }) => fitsFrom ?? 0))
  const taker = unknown.find(({ fitsFrom }) => (fitsFrom ?? 0) > newest)
  if (!taker) return
  throw new Error(
    `The database was migrated by a newer Wattkeeper (${taker.name}), which took away what this version (${fourDigits(newest)}) needs; start version ${fourDigits(floor)} or newer.`,
  )
}

/** Refuses to take away what processes need that serve from this database right now. */
export async function requireNobodyOlder(
  client: pg.Client,
  newestApplied: number,
  pending: readonly Step[],
): Promise<void> {
  const taker = pending.find(({ fitsFrom }) => (fitsFrom ?? 0) > newestApplied)
  if (!taker || newestApplied === 0 || (await countServing(client)) === 0) return
  throw new Error(
    `${taker.name} takes away what versions before ${fourDigits(taker.fitsFrom ?? 0)} need, and one (${fourDigits(newestApplied)}) serves from this database: update all processes to a version between them first, or stop them.`,
  )
}

async function countServing(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename in ('wk_app', 'wk_staff', 'wk_system') and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

const fourDigits = (number: number) => String(number).padStart(4, '0')
