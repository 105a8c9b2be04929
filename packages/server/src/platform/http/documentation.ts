import swagger from '@fastify/swagger'
import swaggerPages from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** /api/openapi.json from the same schemas that serve, and /api/docs, a page that reads it. */
export async function serveDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Wattkeeper', version },
      components: { securitySchemes: { token: { type: 'apiKey', name: 'Authorization', in: 'header' } } },
      security: [{ token: [] }],
    },
  })
  await app.register(swaggerPages, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
