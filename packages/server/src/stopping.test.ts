import pino from 'pino'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { startTestServer } from './testing/server.ts'

test('one that is stopping says so where load is balanced, and still answers whoever asks', async () => {
  const server = await startTestServer()
  let isStopping = false
  const app = await createApp({
    services: server.services,
    logger: pino({ level: 'silent' }),
    consoleFolder: '/nowhere',
    isStopping: () => isStopping,
  })
  try {
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    isStopping = true
    const said = await app.inject('/readyz')
    expect(said).toMatchObject({ statusCode: 503 })
    expect(said.json()).toMatchObject({ process: false, troubles: ['process: is stopping'] })
    expect((await app.inject('/api/region/tree')).json()).toMatchObject({ code: 401 })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  } finally {
    await app.close()
    await server.stop()
  }
})
