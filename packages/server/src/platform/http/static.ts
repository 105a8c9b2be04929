import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { unknownRoute } from './serve.ts'

const isForProgram = /^\/(api|ws|device)(\/|$)/

/**
 * Serves the built console: hashed assets forever, each page by its own entry, every other path by the application,
 * which knows its own 404.
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  entries: Record<string, string>,
): Promise<void> {
  const isBuilt = existsSync(folder)
  if (isBuilt) {
    await app.register(staticFiles, {
      root: folder,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (isForProgram.test(path)) return unknownRoute(request, reply)
    if (!isBuilt || request.method !== 'GET' || /\.\w+$/.test(path)) return reply.code(404).send('Not found')
    return reply.sendFile(entries[path] ?? 'index.html')
  })
}
