import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { answerStrays } from './serve.ts'

/** Other origins that our pages may show: whole pages in frames, and pictures such as the tiles of a map. */
interface Foreign {
  readonly frames: readonly string[]
  readonly images: readonly string[]
}

/** A Fastify instance with request ids, security headers and the envelope for whatever goes wrong. */
export async function createHttp(logger: Logger, foreign: Foreign): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // A proxy on this machine says whom it speaks for; nobody else is believed.
    trustProxy: 'loopback',
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { strict: false } },
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // antd writes its styles into style elements
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...foreign.images],
        // a video is looked at before it is published
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        // pages of others, within ours: only where an operator has allowed their origin
        'frame-src': ["'self'", ...foreign.frames],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The console may run on plain http inside a plant; whoever adds TLS adds the header at the proxy.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.debug(
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  answerStrays(app)
  return app
}
