import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseUrls, connected, grantsSql, ownRoles, rolesSql } from '../roles.ts'

const roles = ['postgres', ...ownRoles] as const
type Role = (typeof roles)[number]
export type Passwords = Record<Role, string>

export const databaseName = 'wattkeeper'

/** Random, made once, kept beside the cluster in a file that only the installing user may read. */
export function passwords(home: string): Passwords {
  const file = join(home, 'credentials.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Passwords
  const made = Object.fromEntries(
    roles.map((role) => [role, randomBytes(24).toString('base64url')]),
  ) as Passwords
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}

export function databaseUrls(secrets: Passwords, socketFolder: string, database: string): DatabaseUrls {
  const url = (role: Role) =>
    `postgres://${role}:${secrets[role]}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
  return {
    superuser: url('postgres'),
    owner: url('wk_owner'),
    app: url('wk_app'),
    staff: url('wk_staff'),
    system: url('wk_system'),
  }
}

/** Creates what is missing of roles, database, extension and grants; safe to repeat after a crash at any point. */
export async function prepareDatabase(secrets: Passwords, socketFolder: string): Promise<void> {
  await connected(databaseUrls(secrets, socketFolder, 'postgres').superuser, async (client) => {
    await client.query(rolesSql(secrets))
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName} owner wk_owner`)
  })
  await connected(databaseUrls(secrets, socketFolder, databaseName).superuser, (client) =>
    client.query(grantsSql(databaseName)),
  )
}
