import type pg from 'pg'

export type Table = {
  schema: string
  name: string
  /** Those that are stored: what the database computes itself is computed again. */
  columns: string[]
}

/** A table, itself partitioned or not, that holds a part of another one. */
export type Partition = { name: string; parent: string; bound: string; partitionedBy: string | null }

export type SequenceState = { name: string; value: number; isCalled: boolean }

/** Names come quoted wherever needed, ready to stand in a statement. */
export const qualified = ({ schema, name }: Table) => `${schema}.${name}`

/** Postgres' own, and the job library's, which knows its schedule from the code and its work from our rows. */
const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'graphile_worker')
  and n.nspname not like 'pg\\_temp%' and n.nspname not like 'pg\\_toast\\_temp%'`

/**
 * Every table that holds rows of its own, partitions instead of what they are parts of: reading a partition leaves the
 * whole free for the job that adds and drops others. The list of applied migrations is not data: restoring applies them.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(n.nspname) as schema, quote_ident(c.relname) as name,
      (select coalesce(array_agg(quote_ident(a.attname) order by a.attnum), '{}') from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text[] as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and ${ours}
      and (n.nspname, c.relname) <> ('migration', 'applied')
    order by n.nspname, c.relname`)
  return rows
}

/** Parents before their parts. */
export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', pn.nspname, p.relname) as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as "partitionedBy"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind in ('r', 'p') and ${ours}
    order by (select count(*) from pg_partition_ancestors(c.oid)), n.nspname, c.relname`)
  return rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ours} order by 1`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    for (const { value, isCalled } of state.rows) states.push({ name, value: Number(value), isCalled })
  }
  return states
}
