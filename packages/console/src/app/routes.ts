import type { MenuTree } from '@wattkeeper/contracts/api/session'

/** What the menu tree, joined with the pages that code owns, says about one address. */
export interface AppRoute {
  readonly path: string
  readonly title: string
  readonly icon: string | null
  readonly type: MenuTree['type']
  /** The page to show; undefined of groups and links. */
  readonly page: string | undefined
  /** Opens elsewhere: in the frame at /iframe where the server allows it, otherwise in a new tab. */
  readonly link: string | undefined
  readonly opensInside: boolean
  readonly pageRule: readonly string[]
  readonly isHidden: boolean
  readonly children: readonly AppRoute[]
  /** From the top to this one, without itself. */
  readonly trail: readonly Crumb[]
}

export interface Crumb {
  readonly path: string
  readonly title: string
  /** Groups have no page of their own. */
  readonly isPage: boolean
}

const framePath = '/iframe'

/** These addresses are fixed in code; menu rows decide only whether they are seen. */
export const pathOfPage: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  'maintenance/exitWarning': '/maintenance/exitWarning',
}

interface Building {
  readonly hasPage: (key: string) => boolean
  readonly roles: readonly string[]
  readonly seen: Set<string>
}

function joined(parent: string, path: string): string {
  if (path.startsWith('/')) return path
  return `${parent === '/' ? '' : parent}/${path}`
}

const isAllowed = ({ pageRule }: MenuTree, roles: readonly string[]): boolean =>
  pageRule.length === 0 || pageRule.some((code) => roles.includes(code))

const byOrder = (a: MenuTree, b: MenuTree): number => a.orderNum - b.orderNum || a.id - b.id

function linkOf(item: MenuTree): string | undefined {
  if (item.openType !== 1 || !item.url || !/^https?:\/\//.test(item.url)) return undefined
  return item.url
}

function addressOf(item: MenuTree, parent: string, link: string | undefined): string {
  const fixed = item.url && item.type !== 'M' ? pathOfPage[item.url] : undefined
  if (link !== undefined) return item.isFramed ? `${framePath}?src=${encodeURIComponent(link)}` : link
  return fixed ?? joined(parent, item.path)
}

function routeOf(item: MenuTree, trail: readonly Crumb[], building: Building): AppRoute | undefined {
  const { hasPage, roles, seen } = building
  if (!isAllowed(item, roles)) return undefined
  const link = linkOf(item)
  const path = addressOf(item, trail.at(-1)?.path ?? '', link)
  const page = item.type !== 'M' && !link && item.url && hasPage(item.url) ? item.url : undefined
  const isLeaf = item.type !== 'M'
  // no page appears twice, and a row whose page is not in this build opens nothing
  if (isLeaf && ((!page && !link) || seen.has(path))) return undefined
  seen.add(path)
  const here: Crumb = { path, title: item.name, isPage: isLeaf }
  const children = routesFrom(item.children, [...trail, here], building)
  if (item.type === 'M' && !children.some((child) => !child.isHidden)) return undefined
  return {
    path,
    title: item.name,
    icon: item.icon,
    type: item.type,
    page,
    link,
    opensInside: link !== undefined && item.isFramed,
    pageRule: item.pageRule,
    isHidden: item.type === 'F',
    children,
    trail,
  }
}

function routesFrom(
  items: readonly MenuTree[],
  trail: readonly Crumb[],
  building: Building,
): readonly AppRoute[] {
  return items.toSorted(byOrder).flatMap((item) => routeOf(item, trail, building) ?? [])
}

interface RouteSource {
  readonly tree: readonly MenuTree[]
  readonly roles: readonly string[]
  readonly hasPage: (key: string) => boolean
}

/** The permitted routes, as the sidebar shows them (hidden ones included). */
export function buildRoutes({ tree, roles, hasPage }: RouteSource): readonly AppRoute[] {
  return routesFrom(tree, [], { roles, hasPage, seen: new Set() })
}

/** Every route that shows a page, groups dissolved. */
export function pageRoutes(routes: readonly AppRoute[]): readonly AppRoute[] {
  return routes.flatMap((route) => [...(route.page ? [route] : []), ...pageRoutes(route.children)])
}

/** The route of an address; framed pages differ in their query only. */
export function routeAt(
  routes: readonly AppRoute[],
  { pathname, search }: { readonly pathname: string; readonly search: string },
): AppRoute | undefined {
  const everything = routes.flatMap(function all(route): readonly AppRoute[] {
    return [route, ...route.children.flatMap(all)]
  })
  const wanted = pathname === framePath ? pathname + search : pathname
  return everything.find((route) => route.path === wanted && (route.page ?? route.link) !== undefined)
}

/** Where a group leads: its first visible page. */
export function firstPageOf(route: AppRoute): string | undefined {
  const pages = pageRoutes(route.children)
  return (pages.find((page) => !page.isHidden) ?? pages[0])?.path
}

export function groupsOf(routes: readonly AppRoute[]): readonly AppRoute[] {
  return routes.flatMap((route) => (route.type === 'M' ? [route, ...groupsOf(route.children)] : []))
}
