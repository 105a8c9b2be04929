import type { Page } from '../api/page.ts'

/** Every feature's `pages.ts`: adding a folder is enough. */
const found = import.meta.glob<{ readonly pages: readonly Page[] }>('../features/*/pages.ts', { eager: true })

export const allPages: ReadonlyMap<string, Page> = new Map(
  Object.values(found).flatMap(({ pages }) => pages.map((page) => [page.key, page] as const)),
)
