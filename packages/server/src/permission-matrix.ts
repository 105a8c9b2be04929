import { api, pages, permissionsOf } from '@wattkeeper/contracts'
import type { Route } from '@wattkeeper/contracts/kit'
import { readFileSync } from 'node:fs'

interface SeededRole {
  readonly id: number
  readonly code: string
}

interface RouteRow {
  readonly route: Route
  /** The seeded roles that may call it. */
  readonly allowed: ReadonlySet<number>
}

/** SYSTEM holds every page, whatever rows it has. */
const systemRoleId = 1

const seed = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../seed/${name}.json`, import.meta.url), 'utf8'))

const records = (name: string): Record<string, unknown>[] => {
  const rows = seed(name)
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

const isRecord = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

export const seededRoles = (): SeededRole[] =>
  records('roles').map(({ id, code }) => ({ id: Number(id), code: String(code) }))

/** Every route with the seeded roles that may call it: role → menu rows → page keys → permissions. */
export function matrixOf(): RouteRow[] {
  const urls = new Map(records('menus').map(({ id, url }) => [id, String(url)]))
  const held = new Map(
    seededRoles().map(({ id }) => {
      const rows = records('role-menus').filter(({ roleId }) => roleId === id)
      const keys = id === systemRoleId ? Object.keys(pages) : rows.map(({ menuId }) => urls.get(menuId) ?? '')
      return [id, new Set<string>(permissionsOf(keys))] as const
    }),
  )
  const routes: Route[] = Object.values(api).flatMap((feature) => Object.values<Route>(feature))
  return routes.map((route) => ({
    route,
    allowed: new Set([...held].filter(([, permissions]) => mayCall(route, permissions)).map(([id]) => id)),
  }))
}

const mayCall = ({ access }: Route, permissions: ReadonlySet<string>) =>
  access === 'open' || access === 'signedIn' || permissions.has(access)
