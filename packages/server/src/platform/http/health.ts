import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** /healthz: the process is up. /readyz: the database answers. /metrics: Prometheus, to the machine itself only. */
export function serveHealth<Tables>(app: FastifyInstance, db: Kysely<Tables>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'wattkeeper_http_answers_total',
    help: 'Answers by route and envelope code',
    labelNames: ['route', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'wattkeeper_http_seconds',
    help: 'Time to answer by route',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const route = (request.routeOptions.config as { route?: { name: string } }).route?.name
    if (route && typeof payload === 'string') answers.inc({ route, code: codeOf(payload) })
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = (request.routeOptions.config as { route?: { name: string } }).route?.name
    if (route) seconds.observe({ route }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready', database: isReady })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.code(403).send('Only from this machine')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const isLoopback = (address: string) => /^(::1|127\.|::ffff:127\.)/.test(address)

/** The envelope's code is its first field. */
const codeOf = (payload: string): string => /^\{"code":(\d+)/.exec(payload)?.[1] ?? '200'
