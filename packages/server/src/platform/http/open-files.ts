import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type LinkedFile, sendBytes } from './file-plane.ts'
import { originOf } from './origin.ts'

/** A file that anybody may have, under the name it is saved by. */
export interface OpenFile extends LinkedFile {
  readonly name: string
}

/** What anybody may fetch without a session: true statuses, no envelope. */
export interface OpenFiles {
  /** A path with parameters, and what they name; `isBegun` with each first byte that goes out. */
  readonly file: string
  find(params: Params, isBegun: boolean): Promise<OpenFile | undefined>
  /** A path that leads on to an address: always to one, be it the page that says what is missing. */
  readonly lead: string
  whereTo(params: Params, asker: Asker): Promise<string>
}

export type Params = Readonly<Record<string, string>>

export interface Asker {
  readonly origin: string
  /** What `lang` of the address says. */
  readonly language: string | undefined
}

const headersOnly = 'HEAD'

export function serveOpenFiles(
  app: FastifyInstance,
  open: OpenFiles,
  { publicUrl }: { readonly publicUrl: string | undefined },
): void {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: open.file,
    schema: { hide: true },
    handler: (request, reply) => send(open, request, reply),
  })
  app.get<{ Params: Params }>(open.lead, { schema: { hide: true } }, async (request, reply) => {
    const { lang } = request.query as { readonly lang?: unknown }
    const language = typeof lang === 'string' ? lang : undefined
    const asker = { origin: publicUrl ?? originOf(request), language }
    return reply.header('cache-control', 'no-store').redirect(await open.whereTo(request.params, asker), 302)
  })
}

async function send(open: OpenFiles, request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
  const { range = 'bytes=0-' } = request.headers
  const isBegun = request.method !== headersOnly && range.startsWith('bytes=0-')
  const file = await open.find(request.params, isBegun)
  if (!file) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n')
  reply
    .header('cache-control', 'public, max-age=86400, no-transform')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  return sendBytes(file, request, reply)
}
