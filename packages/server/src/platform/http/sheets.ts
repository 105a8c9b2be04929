import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseLanguage } from './languages.ts'
import { originOf } from './origin.ts'

/** Pages that are files, one a language, open to all. */
export interface Sheets {
  readonly folder: string
  readonly pages: readonly { readonly path: string; readonly languages: readonly string[] }[]
  readonly fileOf: (path: string, language: string) => string
  /** What the files leave open, by the sign that stands in its place. */
  readonly factsOf: (origin: string) => Readonly<Record<string, string>>
  /** Where the server is reached from outside; otherwise what the request says. */
  readonly publicUrl: string | undefined
}

interface Prepared {
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/** A stranger may invent host names; nothing is kept for more than these. */
const mostPrepared = 300
const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A folder that does not exist serves none. */
export function serveSheets(app: FastifyInstance, sheets: Sheets): void {
  if (!existsSync(sheets.folder)) return
  const prepared = new Map<string, Promise<Prepared>>()
  const preparedFor = async (name: string, origin: string): Promise<Prepared> => {
    const file = join(sheets.folder, name)
    // A new build names other scripts: what was prepared of the one before would ask for files that are gone.
    const { mtimeMs } = await stat(file)
    const key = `${origin} ${name} ${mtimeMs}`
    const known = prepared.get(key)
    if (known) return known
    if (prepared.size >= mostPrepared) prepared.clear()
    const made = prepare(file, sheets.factsOf(origin))
    made.catch(() => prepared.delete(key))
    prepared.set(key, made)
    return made
  }
  for (const { path, languages } of sheets.pages) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const language = languageOf(request, languages)
      const page = await preparedFor(sheets.fileOf(path, language), sheets.publicUrl ?? originOf(request))
      if (languages.length > 1) reply.header('content-language', language)
      return send(request, reply, page)
    })
  }
}

function languageOf({ query, headers }: FastifyRequest, languages: readonly string[]): string {
  const { lang } = query as { readonly lang?: unknown }
  const asked = typeof lang === 'string' ? lang : undefined
  return chooseLanguage(languages, { asked, accepted: headers['accept-language'] })
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

async function prepare(file: string, facts: Readonly<Record<string, string>>): Promise<Prepared> {
  const text = Object.entries(facts).reduce(
    (page, [sign, fact]) =>
      page.replaceAll(
        sign,
        fact.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter),
      ),
    await readFile(file, 'utf8'),
  )
  const plain = Buffer.from(text)
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`,
    plain,
    br: await compressed.br(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: await compressed.gzip(plain, { level: 9 }),
  }
}

function encodingFor({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'] ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** Kept by caches and asked about each time: a new version shows at once, an old one costs a few bytes. */
function send(request: FastifyRequest, reply: FastifyReply, page: Prepared): FastifyReply {
  const encoding = encodingFor(request)
  const etag = encoding ? page.etag.replace(/"$/, `-${encoding}"`) : page.etag
  reply
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('etag', etag)
    .header('vary', 'Accept-Encoding, Accept-Language')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page[encoding ?? 'plain'])
}
