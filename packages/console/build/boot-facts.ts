import { session } from '@wattkeeper/contracts/api/session'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import type { Page } from '../src/api/page.ts'
import { pathOfPage } from '../src/app/routes.ts'
import { type WireRequest, requestOf } from '../src/api/wire.ts'

/** What the boot script knows of each page: its chunks and its first questions, by the address it usually has. */
export interface BootFacts {
  readonly always: readonly WireRequest[]
  readonly pages: Readonly<Record<string, BootPage>>
}

interface BootPage {
  readonly chunks: readonly string[]
  readonly early: readonly WireRequest[]
}

/** A module of the manifest and all that it imports at once. */
export function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen)
  return seen
}

function chunksOf(manifest: Manifest, source: string): string[] {
  return [...withImports(manifest, source)].flatMap((key) => {
    const file = manifest[key]?.file
    return file && !manifest[key]?.isEntry ? [`/${file}`] : []
  })
}

/** `() => import('./DevicesPage.tsx')` names the module that the manifest knows. */
const moduleOf = (page: Page): string =>
  page.load.toString().match(/import\(\s*['"]\.\/([^'"]+)['"]/)?.[1] ?? ''

const hasPages = (module: unknown): module is { readonly pages: readonly Page[] } =>
  typeof module === 'object' && module !== null && 'pages' in module

async function readPages(root: string): Promise<readonly (readonly [feature: string, page: Page])[]> {
  const files = globSync(join(root, 'src/features/*/pages.ts'))
  const read = files.sort().map(async (file) => {
    const module: unknown = await import(pathToFileURL(file).href)
    if (!hasPages(module)) throw new Error(`${file} exports no pages`)
    return module.pages.map((page) => [basename(dirname(file)), page] as const)
  })
  return (await Promise.all(read)).flat()
}

export async function bootFacts(root: string, manifest: Manifest): Promise<BootFacts> {
  const pages = (await readPages(root)).map(([feature, page]): [string, BootPage] => [
    pathOfPage[page.key] ?? `/${page.key}`,
    {
      chunks: chunksOf(manifest, `src/features/${feature}/${moduleOf(page)}`),
      early: (page.early ?? []).map(({ route, input }) => requestOf(route, input)),
    },
  ])
  return { always: [requestOf(session.profile, {})], pages: Object.fromEntries(pages) }
}
