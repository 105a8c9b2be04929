import { apps, publicPageFile } from '@wattkeeper/contracts/public-pages'
import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Plugin, build } from 'vite'
import { type Sheet, documentOf, paletteOf } from '../src/public-pages/document.ts'
import { downloadSheets } from '../src/public-pages/download/download.ts'
import { legalSheets } from '../src/public-pages/legal/legal.ts'
import { noticeSheets } from '../src/public-pages/notice/notice.ts'
import { pictureSheets } from '../src/public-pages/pictures/pictures.ts'
import { studioSheet } from '../src/public-pages/studio/studio.ts'

/** What all scripts of one public page may weigh, compressed. */
const mostScriptBytes = 15 * 1024

export const sheets: readonly Sheet[] = [
  ...apps.flatMap(downloadSheets),
  ...legalSheets,
  ...noticeSheets,
  ...pictureSheets,
  studioSheet,
]

const squeezed = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim()

async function styleOf(root: string, { styles }: Sheet): Promise<string> {
  const read = styles.map((name) => readFile(join(root, 'src/public-pages', name), 'utf8'))
  const css = squeezed((await Promise.all(read)).join('\n'))
  return paletteOf(css) + css
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

/** As the server's own policy, and narrower: a public page needs nothing but its style, its script and the API. */
function policyFor(style: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${digest(style)}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join(';')
}

/** One page as the server will serve it; `scriptOf` tells where an entry lies. */
export async function pageOf(
  root: string,
  sheet: Sheet,
  scriptOf: (entry: string) => string,
): Promise<string> {
  const style = await styleOf(root, sheet)
  return documentOf(sheet, {
    style: { markup: `<style>${style}</style>` },
    policy: policyFor(style),
    scriptOf,
  })
}

const entriesOf = ({ scripts }: Sheet): readonly string[] =>
  [scripts?.first, scripts?.then].filter((entry) => entry !== undefined)

async function scriptCode(root: string, entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: contractFacts,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, `src/entry/${entry}.ts`), output: { format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error(`${entry} was not built`)
  return result.output[0].code
}

/** What scripts of public pages need to know of the contract, without its code. */
export const contractFacts = { __NEWEST_PATH__: JSON.stringify(appReleases.newest.path) }

function refuseHeavyPages(codes: ReadonlyMap<string, string>): void {
  for (const sheet of sheets) {
    const bytes = entriesOf(sheet).reduce(
      (sum, entry) => sum + gzipSync(codes.get(entry) ?? '', { level: 9 }).length,
      0,
    )
    if (bytes > mostScriptBytes) {
      throw new Error(`${sheet.path} has ${bytes} bytes of script; ${mostScriptBytes} are allowed`)
    }
  }
}

/** Writes every public page in every language, with its scripts beside the console's. */
export async function writePublicPages(root: string, outDir: string): Promise<void> {
  const entries = [...new Set(sheets.flatMap(entriesOf))]
  const built = entries.map(async (entry) => [entry, await scriptCode(root, entry)] as const)
  const codes = new Map(await Promise.all(built))
  refuseHeavyPages(codes)
  const names = new Map<string, string>()
  for (const [entry, code] of codes) {
    const name = `assets/${entry}-${digest(code).replace(/\W/g, '').slice(0, 8)}.js`
    names.set(entry, `/${name}`)
    await writeFile(join(outDir, name), code)
  }
  for (const sheet of sheets) {
    const file = join(outDir, publicPageFile(sheet.path, sheet.language))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await pageOf(root, sheet, (entry) => names.get(entry) ?? ''))
  }
}

/** In development the public pages are served as the server serves them, in the language that `lang` names. */
export function servePublicPages(): Plugin {
  return {
    name: 'wattkeeper-serve-public-pages',
    config: () => ({ define: contractFacts }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const inLanguages = sheets.filter(({ path }) => path === url.pathname)
        const wanted = url.searchParams.get('lang')
        const sheet = inLanguages.find(({ language }) => language === wanted) ?? inLanguages[0]
        if (!sheet) return next()
        const scriptOf = (entry: string) => `/src/entry/${entry}.ts`
        void pageOf(server.config.root, sheet, scriptOf).then((page) => {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(page.replaceAll('<script src', '<script type="module" src'))
        }, next)
      })
    },
  }
}
