import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { live } from '@wattkeeper/contracts/api/dashboard'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { Departure } from './platform/http/departure.ts'
import { type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer
let app: FastifyInstance
let departure: Departure

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  departure = new Departure()
  app = await createApp({
    services: server.services,
    logger: pino({ level: 'silent' }),
    consoleFolder: '/nowhere',
    departure,
  })
})

afterEach(() => app.close())

afterAll(() => server.stop())

test('one that is stopping says so where load is balanced, and still answers whoever asks', async () => {
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  departure.announce()
  const said = await app.inject('/readyz')
  expect(said).toMatchObject({ statusCode: 503 })
  expect(said.json()).toMatchObject({ process: false, troubles: ['process: is stopping'] })
  expect((await app.inject('/api/region/tree')).json()).toMatchObject({ code: 401 })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('a kept connection ends with the next answer, before it could be closed under a request', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${origin}/healthz`)).headers.get('connection')).toBe('keep-alive')
  departure.announce()
  expect((await fetch(`${origin}/healthz`)).headers.get('connection')).toBe('close')
})

test('whoever is being answered gets the answer, and live streams end in order', async () => {
  const { token } = await server.person()
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${origin}${live.events.path}`, { headers: { authorization: token } })
  const reader = stream.body?.getReader()
  await reader?.read()
  const holder = new pg.Client(server.urls.owner)
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin; lock table app_releases')
  const answer = fetch(`${origin}${appReleases.list.path}?pageNum=1&pageSize=10`, {
    headers: { authorization: token },
  })
  const waiting = () => holder.query('select 1 from pg_locks where not granted')
  await expect.poll(waiting).toMatchObject({ rowCount: 1 })
  const leaving = departure.carryOut(app)
  await holder.query('commit')
  await holder.end()
  expect(await (await answer).json()).toMatchObject({ code: 200 })
  await leaving
  for (let read = await reader?.read(); read && !read.done;) read = await reader?.read()
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
})
