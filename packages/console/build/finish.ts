import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Manifest, type Plugin, build } from 'vite'
import { bootFacts } from './boot-facts.ts'
import { writePublicPages } from './public-pages.ts'
import { refuseHeavyPages } from './weights.ts'

const compressible = /\.(js|css|html|svg|json|webmanifest)$/

const isManifest = (value: unknown): value is Manifest => typeof value === 'object' && value !== null

/** The boot script is made last: it names the hashed chunks of every page. */
async function writeBoot(root: string, outDir: string): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
  if (!isManifest(manifest)) throw new Error('Vite wrote no manifest')
  const facts = await bootFacts(root, manifest)
  refuseHeavyPages(manifest, facts, (file) => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length)
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { __BOOT_FACTS__: JSON.stringify(facts) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/entry/boot.ts'), output: { format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error('The boot script was not built')
  const code = result.output[0].code
  const name = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(outDir, name), code)
  const page = join(outDir, 'index.html')
  const html = await readFile(page, 'utf8')
  await writeFile(page, html.replace('<!--boot-->', `<script src="/${name}"></script>`))
}

async function compress(outDir: string): Promise<void> {
  const files = await readdir(outDir, { recursive: true })
  for (const file of files.filter((name) => compressible.test(name))) {
    const content = await readFile(join(outDir, file))
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(join(outDir, `${file}.br`), brotli)
    await writeFile(join(outDir, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}

export function finishBuild(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'wattkeeper-finish',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      await writeBoot(root, outDir)
      await writePublicPages(root, outDir)
      await compress(outDir)
    },
  }
}
