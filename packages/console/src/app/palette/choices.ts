import type { AppRoute } from '../routes.ts'

export interface Choice {
  readonly key: string
  readonly title: string
  readonly hint: string
  readonly run: () => void
}

/** Menu entries that can be opened without more ado: no hidden pages, which need to know a device. */
export function menuChoices(routes: readonly AppRoute[], go: (path: string) => void): readonly Choice[] {
  return routes.flatMap((route) => {
    if (route.isHidden) return []
    const below = menuChoices(route.children, go)
    if (route.type === 'M') return below
    const hint = route.trail.map(({ title }) => title).join(' / ')
    const open = () => {
      if (route.link && !route.opensInside) window.open(route.link, '_blank', 'noreferrer')
      else go(route.path)
    }
    return [{ key: route.path, title: route.title, hint, run: open }, ...below]
  })
}

/** Those whose title holds what was typed, the ones that begin with it first. */
export function choicesMatching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase()
  const placed = choices.map((choice) => [choice.title.toLowerCase().indexOf(wanted), choice] as const)
  return placed
    .filter(([place]) => place >= 0)
    .toSorted(([a], [b]) => Math.min(a, 1) - Math.min(b, 1))
    .map(([, choice]) => choice)
}
