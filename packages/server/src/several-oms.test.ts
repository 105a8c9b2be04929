import { commands } from '@wattkeeper/contracts/api/commands'
import { live } from '@wattkeeper/contracts/api/dashboard'
import type { LiveEvent } from '@wattkeeper/contracts/api/dashboard'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from './app.ts'
import type { Facts } from './facts.ts'
import { type Bus, openBus } from './platform/bus/bus.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { eventually } from './testing/device-plane.ts'
import { type Manufacturers, plantManufacturers } from './testing/manufacturers.ts'
import { type TestServer, startTestServer } from './testing/server.ts'

const logger = pino({ level: 'silent' })

let one: TestServer
let planted: Manufacturers
/** Another om on the same database, which shares nothing else with the first. */
let other: { app: FastifyInstance; bus: Bus<Facts>; origin: string }

beforeAll(async () => {
  one = await startTestServer()
  planted = await plantManufacturers(one)
  const bus = await openBus<Facts>({ url: one.urls.system, onError: () => undefined })
  const app = await createApp({ services: { ...one.services, bus }, logger, consoleFolder: '/nowhere' })
  other = { app, bus, origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
})

afterEach(() => vi.useRealTimers())

afterAll(async () => {
  await other.app.close()
  await other.bus.close()
  await one.stop()
})

async function* eventsOf({ body }: Response): AsyncGenerator<LiveEvent> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${text}${chunk}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as LiveEvent
  }
}

/** Of a browser whose stream is served by the other om: the next event of a kind. */
async function watchAtOther(token: string) {
  const answer = await fetch(`${other.origin}${live.events.path}`, { headers: { authorization: token } })
  const events = eventsOf(answer)
  return async (kind: LiveEvent['type']): Promise<LiveEvent> => {
    for (;;) {
      const { value, done } = await events.next()
      if (done) throw new Error(`the stream ended before ${kind}`)
      if (value.type === kind) return value
    }
  }
}

test('a live stream tells what was done at another om, and what a report said', async () => {
  const engineer = await one.person({ organizationId: planted.ours.organizationId, roleIds: [3] })
  const device = await planted.device(planted.ours, { isOnline: 1 })
  const next = await watchAtOther(engineer.token)
  await next('counts')
  await engineer.call(commands.uploadSwitch, { equipId: device.id, value: 1 })
  expect(await next('commands')).toMatchObject({ equipIds: [device.id] })
  await planted.sql('update devices set is_online = 0 where id = $1', [device.id])
  one.services.bus.announce('deviceStateChanged', { deviceIds: [device.id] })
  expect(await next('devices')).toMatchObject({ devices: [{ id: device.id, isOnline: 0 }] })
})

test('who may see something else from now on is told at every om', async () => {
  const engineer = await one.person({ organizationId: planted.ours.organizationId, roleIds: [3] })
  const next = await watchAtOther(engineer.token)
  await next('hello')
  one.services.bus.announce('accessChanged', { userIds: [engineer.userId] })
  await expect(next('devices')).rejects.toThrow('the stream ended')
})

test('what the clock starts runs once, however many om there are', async () => {
  const aMinute = 60_000
  const begun = Math.floor(Date.now() / aMinute) * aMinute - 5 * aMinute
  vi.useFakeTimers({ toFake: ['Date'], now: begun - 100 })
  const runs: number[] = []
  const jobs = [{ name: 'tests.everyMinute', schedule: '* * * * *', run: async () => void runs.push(1) }]
  const start = () => startJobs(one.urls.system, jobs, { services: one.services, log: logger })
  const processes = await Promise.all([start(), start(), start()])
  for (let minute = 0; minute < 3; minute++) {
    // Shortly before the next minute, of which all wait for the beginning.
    vi.setSystemTime(begun + (minute + 1) * aMinute - 100)
    await eventually(
      async () => runs.length,
      (count) => count > minute,
    )
  }
  await Promise.all(processes.map((each) => each.stop()))
  expect(runs).toHaveLength(3)
})
