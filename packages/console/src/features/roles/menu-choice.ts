import type { MenuNode } from '@wattkeeper/contracts/api/menus'

type Node = Pick<MenuNode, 'id' | 'type'> & { readonly children: readonly Node[] }

/** A role holds pages; a group is only the way to them. */
export function pagesIn(node: Node): readonly number[] {
  return [...(node.type === 'M' ? [] : [node.id]), ...node.children.flatMap(pagesIn)]
}

export const pagesOf = (nodes: readonly Node[]): readonly number[] => nodes.flatMap(pagesIn)

/** Takes all pages below a node when one of them is missing, and leaves all when none is. */
export function toggled(node: Node, chosen: ReadonlySet<number>): ReadonlySet<number> {
  const pages = pagesIn(node)
  const isWhole = pages.every((id) => chosen.has(id))
  const others = [...chosen].filter((id) => !pages.includes(id))
  return new Set(isWhole ? others : [...chosen, ...pages])
}

export interface CheckStates {
  readonly checked: number[]
  readonly halfChecked: number[]
}

/** How each node of the whole tree stands: a group with only some of its pages is half checked. */
export function checkStates(nodes: readonly Node[], chosen: ReadonlySet<number>): CheckStates {
  const states: CheckStates = { checked: [], halfChecked: [] }
  for (const node of nodes) {
    const pages = pagesIn(node)
    const count = pages.filter((id) => chosen.has(id)).length
    if (count > 0) (count === pages.length ? states.checked : states.halfChecked).push(node.id)
    const below = checkStates(node.children, chosen)
    states.checked.push(...below.checked)
    states.halfChecked.push(...below.halfChecked)
  }
  return states
}
