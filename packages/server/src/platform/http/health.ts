import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What the server stands on, each with a question that it must answer in time. */
export type Parts = Readonly<Record<string, () => Promise<unknown>>>

const patienceMs = 2_000

/** /healthz: the process is up. /readyz: every part answers. /metrics: Prometheus, to the machine itself only. */
export function serveHealth(app: FastifyInstance, parts: Parts): void {
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
    const asked = Object.entries(parts).map(async ([name, ask]) => [name, await trouble(ask)] as const)
    const answers = await Promise.all(asked)
    const troubles = answers.flatMap(([name, found]) => (found === undefined ? [] : [`${name}: ${found}`]))
    return reply.code(troubles.length === 0 ? 200 : 503).send({
      status: troubles.length === 0 ? 'ready' : 'not ready',
      ...Object.fromEntries(answers.map(([name, found]) => [name, found === undefined])),
      troubles,
    })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.code(403).send('Only from this machine')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const isLoopback = (address: string) => /^(::1|127\.|::ffff:127\.)/.test(address)

/** The envelope's code is its first field. */
const codeOf = (payload: string): string => /^\{"code":(\d+)/.exec(payload)?.[1] ?? '200'

async function trouble(ask: () => Promise<unknown>): Promise<string | undefined> {
  const timer = new AbortController()
  const late = delay(patienceMs, 'no answer', { signal: timer.signal })
  late.catch(() => undefined)
  try {
    return await Promise.race([ask().then(() => undefined), late])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    timer.abort()
  }
}

/** Asks another process of ours, wherever it listens by now, whether it works; throws what it lacks. */
export async function askProbes(origin: () => string): Promise<void> {
  const ask = async () => fetch(`${origin()}/readyz`, { signal: AbortSignal.timeout(patienceMs) })
  const answer = await ask().catch(() => {
    throw new Error('report does not answer')
  })
  const { troubles } = (await answer.json()) as { troubles: string[] }
  if (!answer.ok) throw new Error(troubles.join('; '))
}
