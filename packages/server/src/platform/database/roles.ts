import pg from 'pg'

/** The roles that a database of ours is used by; what each may do is said by the migrations. */
export const ownRoles = ['wk_owner', 'wk_app', 'wk_staff', 'wk_system'] as const
export type OwnRole = (typeof ownRoles)[number]

/**
 * `superuser` administers the server and `owner` migrates; `app` (manufacturers) and `staff` (narrowed platform
 * staff) are bound by row-level security, `system` is not.
 */
export type DatabaseUrls = { superuser: string; owner: string; app: string; staff: string; system: string }

const attributes: Record<OwnRole, string> = {
  wk_owner: 'nobypassrls',
  wk_app: 'nobypassrls',
  wk_staff: 'nobypassrls',
  wk_system: 'bypassrls',
}

/** Creates the roles that are missing. */
export const rolesSql = (passwords: Readonly<Record<OwnRole, string>>): string =>
  ownRoles
    .map(
      (role) => `do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} login nosuperuser nocreatedb nocreaterole ${attributes[role]}
            password ${pg.escapeLiteral(passwords[role])};
        end if;
      end $$;`,
    )
    .join('\n')

/** Who may enter the database. Who may read and write which table is said by the migrations. */
export const grantsSql = (database: string): string => {
  const name = pg.escapeIdentifier(database)
  return `
    revoke connect, temporary on database ${name} from public;
    grant connect, temporary, create on database ${name} to wk_owner;
    grant connect, temporary on database ${name} to wk_app, wk_staff, wk_system;
    grant usage, create on schema public to wk_owner;
    create extension if not exists pg_trgm;
  `
}

/** Runs `work` on a connection of its own. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
