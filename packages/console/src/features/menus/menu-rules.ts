import { type MenuNode, type NewMenu, externalPath } from '@wattkeeper/contracts/api/menus'

export type MenuValues = Partial<Pick<NewMenu, 'parentId' | 'type' | 'openType' | 'path' | 'url'>>

/**
 * What else changes when one field of the form does: another type is internal again, a group has no address, an
 * external link stands at /iframe, and a row that leaves the top is no group.
 */
export function consequences(changed: MenuValues, now: MenuValues): MenuValues {
  if (changed.type !== undefined) {
    const wasExternal = now.openType === 1
    return {
      openType: 0,
      ...(wasExternal && { path: '' }),
      ...((wasExternal || changed.type === 'M') && { url: null }),
    }
  }
  if (changed.openType === 1) return { path: externalPath, url: null }
  if (changed.openType === 0) return { path: '', url: null }
  if (changed.parentId !== undefined && changed.parentId !== 0 && now.type === 'M')
    return { type: 'C', openType: 0 }
  return {}
}

/** Where a row may stand: at the top, or in a group that is not itself. */
export function groupsFor(tree: readonly MenuNode[], id: number | undefined): readonly MenuNode[] {
  return tree.filter((node) => node.type === 'M' && node.id !== id)
}

/** A group with something below it stays a group, at the top. */
export const mustStayGroup = (menu: Pick<MenuNode, 'children'> | undefined): boolean =>
  (menu?.children.length ?? 0) > 0

export type MenuRow = Omit<MenuNode, 'children'> & { readonly children?: readonly MenuRow[] }

/** For a tree table: a row without children must not seem to have some. */
export function rowsOf(nodes: readonly MenuNode[]): MenuRow[] {
  return nodes
    .toSorted((a, b) => a.orderNum - b.orderNum || a.id - b.id)
    .map(({ children, ...node }) => (children.length > 0 ? { ...node, children: rowsOf(children) } : node))
}
