import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { serveProbes } from './platform/supervisor/probes.ts'
import { freePort } from './testing/ports.ts'
import { type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

async function readiness(origin?: string): Promise<{ status: number; body: unknown }> {
  const app = await createApp({
    services: server.services,
    logger: pino({ level: 'silent' }),
    consoleFolder: '/nowhere',
    ...(origin !== undefined && { reportProbes: () => origin }),
  })
  try {
    const answer = await app.inject('/readyz')
    return { status: answer.statusCode, body: answer.json() }
  } finally {
    await app.close()
  }
}

async function withReport(troubles: string[]) {
  const port = await freePort()
  const probes = await serveProbes({ troubles: async () => troubles, registry: new Registry(), port })
  try {
    return await readiness(`http://127.0.0.1:${port}`)
  } finally {
    await probes.stop()
  }
}

test('ready means: database, broker and cache answer', async () => {
  expect(await withReport([])).toEqual({
    status: 200,
    body: { status: 'ready', database: true, broker: true, cache: true, troubles: [] },
  })
})

test('what keeps report from serving devices is said in the readiness of all', async () => {
  expect(await withReport(['the database is away'])).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      database: true,
      broker: false,
      cache: true,
      troubles: ['broker: the database is away'],
    },
  })
})

test('a report that is gone is said, too', async () => {
  const port = await freePort()
  expect(await readiness(`http://127.0.0.1:${port}`)).toMatchObject({
    status: 503,
    body: { broker: false, troubles: ['broker: report does not answer'] },
  })
})

test('where devices are served elsewhere, nothing is said of them', async () => {
  expect(await readiness()).toMatchObject({ status: 200, body: { database: true, cache: true } })
})

test('metrics are for this machine alone, also when a proxy on it asks for somebody else', async () => {
  const metrics = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url: '/metrics', headers, remoteAddress })
  expect((await metrics({})).statusCode).toBe(200)
  expect((await metrics({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(403)
  expect((await metrics({}, '203.0.113.9')).statusCode).toBe(403)
  expect((await metrics({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9')).statusCode).toBe(403)
})
