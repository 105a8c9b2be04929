import { pages, permissionsOf } from '@wattkeeper/contracts'
import { type MenuNode, externalPath, menuProblems } from '@wattkeeper/contracts/api/menus'
import type { NewMenu } from '@wattkeeper/contracts/api/menus'
import { fail } from '@wattkeeper/contracts/kit'
import type { Caller } from '../../platform/access/caller.ts'
import type { MenuRow, MenuValues } from './queries.ts'

const menuScreen = 'system/menu'

/**
 * What a form comes down to: a group has no page and is internal, an external link stands at /iframe, and the English
 * name goes with the name it translates.
 */
export function readMenu({ parentId, url, nameEn, icon, ...form }: NewMenu, stored?: MenuRow): MenuValues {
  if (form.type === 'M' && form.openType === 1) fail(menuProblems.groupIsInternal)
  const address = url?.trim() || null
  const kept = stored?.name === form.name ? stored.nameEn : null
  return {
    ...form,
    parentId: parentId === 0 ? null : parentId,
    nameEn: nameEn === undefined ? kept : nameEn || null,
    path: form.openType === 1 ? externalPath : form.path,
    url: form.type === 'M' ? null : address,
    icon: icon || null,
  }
}

/** Where a row may stand: groups at the top, pages at the top or in a group, nothing below itself. */
export function refuseWrongPlace(menu: MenuValues, all: readonly MenuRow[], id: number | undefined): void {
  if (menu.parentId !== null) {
    const byId = new Map(all.map((row) => [row.id, row]))
    const parent = byId.get(menu.parentId) ?? fail(menuProblems.unknownParent)
    for (let above: MenuRow | undefined = parent; above; above = byId.get(above.parentId ?? 0))
      if (above.id === id) fail(menuProblems.cycle)
    if (menu.type === 'M') fail(menuProblems.groupBelow)
    if (parent.type !== 'M') fail(menuProblems.pageBelowPage)
  }
  const hasPages = all.some(({ parentId }) => parentId !== null && parentId === id)
  if (hasPages && menu.type !== 'M') fail(menuProblems.hasPages, { name: menu.name })
}

/** A page's address is a page of the program, held by whoever opens it up; a link's is a web address. */
export function refuseWrongAddress(menu: MenuValues, caller: Caller, stored?: MenuRow): void {
  if (menu.type === 'M') return
  const { url } = menu
  if (menu.openType === 1) {
    if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) fail(menuProblems.wrongAddress)
    return
  }
  if (!url || !Object.hasOwn(pages, url)) return fail(menuProblems.unknownPage, { url: url ?? '' })
  const isOpenedUp = stored?.url !== url || stored.openType !== 0 || stored.type === 'M'
  const isBeyond = permissionsOf([url]).some((permission) => !caller.permissions.has(permission))
  if (isOpenedUp && isBeyond) fail(menuProblems.beyondYours, { name: menu.name })
}

/** Two internal rows of one path would hide one another. */
export function refuseTakenPath(menu: MenuValues, all: readonly MenuRow[], id: number | undefined): void {
  if (menu.openType === 1) return
  const other = all.find((row) => row.id !== id && row.openType === 0 && row.path === menu.path)
  if (other) fail(menuProblems.pathTaken, { path: menu.path, name: other.name })
}

const leadsHere = ({ url, type, openType }: Pick<MenuRow, 'url' | 'type' | 'openType'>) =>
  url === menuScreen && type !== 'M' && openType === 0

/** The menu screen keeps a way to it, of the same kind; `next` is what becomes of the row, if anything. */
export function refuseLockOut(stored: MenuRow, all: readonly MenuRow[], next?: MenuValues): void {
  if (!leadsHere(stored)) return
  if (next && leadsHere(next) && next.type === stored.type) return
  const another = all.some((row) => row.id !== stored.id && leadsHere(row) && row.type === stored.type)
  if (!another) fail(menuProblems.lastWayHere)
}

/** The tree; with a text only the rows that hold it and all above them. */
export function treeOf(all: readonly MenuRow[], text = ''): MenuNode[] {
  const nodes = new Map(
    all.map((row): [number, MenuNode] => [row.id, { ...row, parentId: row.parentId ?? 0, children: [] }]),
  )
  const kept = new Set<number>()
  const wanted = text.trim().toLowerCase()
  for (const { id, name, nameEn } of all) {
    if (!`${name} ${nameEn ?? ''}`.toLowerCase().includes(wanted)) continue
    for (let node = nodes.get(id); node; node = nodes.get(node.parentId)) kept.add(node.id)
  }
  const top: MenuNode[] = []
  for (const node of nodes.values())
    if (kept.has(node.id)) (nodes.get(node.parentId)?.children ?? top).push(node)
  return top
}
