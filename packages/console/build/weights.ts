import type { Manifest } from 'vite'
import { type BootFacts, withImports } from './boot-facts.ts'

const kB = 1024

/** JavaScript, gzip, that a page may bring before its first table (docs/decisions/0040). */
export const mostOfList = 300 * kB
/** A page that is more than a list may bring as much more as a further screen may. */
export const mostOfRicher = mostOfList + 40 * kB

/** Pages with tabs, a form or a map of their own, or with deeds in each row. */
const richer: ReadonlySet<string> = new Set([
  '/equipentry/detail',
  '/equipment/map',
  '/maintenance/batchsetting',
  '/maintenance/exitWarning',
  '/maintenance/logextract',
  '/maintenance/notification',
  '/system/device-type',
])

/** What each page brings at once, in bytes: the app with what it imports, and the page with what that imports. */
export function weightsOf(
  manifest: Manifest,
  { pages }: BootFacts,
  sizeOf: (file: string) => number,
): ReadonlyMap<string, number> {
  const shell = [...withImports(manifest, 'index.html')].flatMap((key) => manifest[key]?.file ?? [])
  return new Map(
    Object.entries(pages).map(([path, { chunks }]) => {
      const files = new Set([...shell, ...chunks.map((chunk) => chunk.slice(1))])
      return [path, [...files].reduce((sum, file) => sum + sizeOf(file), 0)]
    }),
  )
}

/** A build with a page above its mark is none. */
export function refuseHeavyPages(
  manifest: Manifest,
  facts: BootFacts,
  sizeOf: (file: string) => number,
): void {
  const heavy = [...weightsOf(manifest, facts, sizeOf)]
    .map(([path, bytes]) => ({ path, bytes, most: richer.has(path) ? mostOfRicher : mostOfList }))
    .filter(({ bytes, most }) => bytes > most)
    .map(
      ({ path, bytes, most }) => `${path} brings ${inKB(bytes)} of script at once; ${inKB(most)} are allowed`,
    )
  if (heavy.length > 0) throw new Error(heavy.join('\n'))
}

const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} KB`
