import { pages, permissionsOf } from '@wattkeeper/contracts'
import { sessionProblems } from '@wattkeeper/contracts/api/session'
import { Problem, type Route, commonProblems } from '@wattkeeper/contracts/kit'
import type { MenuTree } from '@wattkeeper/contracts/api/session'
import type { Caller } from '../../platform/access/caller.ts'
import type { Scope } from '../../platform/database/database.ts'
import { secondFactorProblems } from '@wattkeeper/contracts/api/second-factor'
import type { HolderRow, SessionRow } from './queries.ts'

export const sessionMs = 12 * 60 * 60 * 1000
export const systemRole = 'SYSTEM'

/** Throws what the envelope should say about a session that no longer serves. */
export function refuseEnded(session: SessionRow | undefined, now: number): asserts session is SessionRow {
  if (!session || session.endReason === 'logout') throw new Problem(commonProblems.invalidToken)
  if (session.endedAt || session.status === 0) throw new Problem(commonProblems.endedElsewhere)
  if (Date.parse(session.expiresAt) <= now) throw new Problem(commonProblems.tokenExpired)
}

// What a user who must change the password may still do.
const beforeChange = new Set(['session.profile', 'session.logout', 'session.changePassword'])

// What a user whose role demands a second factor may do before there is one.
const beforeSetUp = new Set([
  ...beforeChange,
  'secondFactor.state',
  'secondFactor.begin',
  'secondFactor.confirm',
])

export function callerOf(session: SessionRow, route: Route): Caller {
  if (session.mustChangePassword && !beforeChange.has(route.name))
    throw new Problem(sessionProblems.mustChangePassword)
  if (lacksSecondFactor(session) && !beforeSetUp.has(route.name))
    throw new Problem(secondFactorProblems.mustSetUp)
  const { userId, userName, organizationId, sessionId } = session
  return {
    userId,
    userName,
    organizationId,
    sessionId,
    permissions: new Set(permissionsHeld(session)),
    scope: scopeOf(session),
  }
}

export const lacksSecondFactor = ({ needsSecondFactor, hasSecondFactor }: HolderRow): boolean =>
  needsSecondFactor && !hasSecondFactor

export function permissionsHeld({ roleCodes, pageKeys }: HolderRow): string[] {
  return permissionsOf(roleCodes.includes(systemRole) ? Object.keys(pages) : pageKeys)
}

const everywhere = 'all'

/** Platform staff see all rows, or those their data permission names; a manufacturer's user one organization, narrowed. */
export function scopeOf({ isPlatform, organizationId, narrowing }: HolderRow): Scope {
  const list = (values: readonly string[] | undefined) =>
    values ? `{${values.map((value) => JSON.stringify(value)).join(',')}}` : ''
  const regions = narrowing?.R?.includes(everywhere) ? undefined : narrowing?.R
  const settings = {
    'app.operators': list(narrowing?.O),
    'app.types': list(narrowing?.ET),
    'app.regions': list(regions),
  }
  const isNarrowed = Object.values(settings).some((value) => value !== '')
  if (!isPlatform)
    return { role: 'app', settings: { ...settings, 'app.organization': String(organizationId) } }
  if (isNarrowed) return { role: 'staff', settings: { ...settings, 'app.narrowed': 'on' } }
  return { role: 'system', settings: {} }
}

/** An external page is shown within ours when its origin stands on the configured list; any other opens in a new tab. */
export function isFramed(
  { openType, url }: { readonly openType: number; readonly url: string | null },
  origins: readonly string[],
): boolean {
  return openType === 1 && origins.includes(URL.parse(url ?? '')?.origin ?? '')
}

export const maxFailures = 5
export const failureWindowMs = 15 * 60 * 1000

/** Minutes until the oldest of the last five failures leaves the window; 0 when fewer than five stand in it. */
export function waitMinutes(failures: readonly string[], now: number): number {
  const fifth = failures[maxFailures - 1]
  if (fifth === undefined) return 0
  return Math.max(1, Math.ceil((Date.parse(fifth) + failureWindowMs - now) / 60_000))
}

/** Nests a flat menu, keeping its order; rows whose parent is not there stand at the top. */
export function treeOf(items: readonly Omit<MenuTree, 'children'>[]): MenuTree[] {
  const nodes = new Map(items.map((item): [number, MenuTree] => [item.id, { ...item, children: [] }]))
  const top: MenuTree[] = []
  for (const node of nodes.values()) (nodes.get(node.parentId)?.children ?? top).push(node)
  return top
}
