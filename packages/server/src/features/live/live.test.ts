import { dashboard, live } from '@wattkeeper/contracts/api/dashboard'
import { alarms } from '@wattkeeper/contracts/api/alarms'
import type { LiveEvent } from '@wattkeeper/contracts/api/dashboard'
import { session } from '@wattkeeper/contracts/api/session'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, type PlantedDevice, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let planted: Manufacturers
let origin: string
const open = new Set<AbortController>()

beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const each of open) each.abort()
  open.clear()
})
afterAll(() => server.stop())

type Kind = LiveEvent['type']
type Of<K extends Kind> = Extract<LiveEvent, { type: K }>

/** Reads a live stream as the console does: with fetch and the header. */
async function watch({ token }: Person) {
  const leaving = new AbortController()
  open.add(leaving)
  const answer = await fetch(`${origin}${live.events.path}`, {
    headers: { authorization: token },
    signal: leaving.signal,
  })
  const events = eventsOf(answer)
  const seen: LiveEvent[] = []
  return {
    seen,
    type: answer.headers.get('content-type'),
    leave: () => leaving.abort(),
    /** The next event of a kind; others on the way are skipped. */
    async next<K extends Kind>(kind: K): Promise<Of<K>> {
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error(`the stream ended before ${kind}`)
        seen.push(value)
        if (value.type === kind) return value as Of<K>
      }
    },
    /** Everything until the server ends the stream. */
    async rest(): Promise<LiveEvent[]> {
      const rest: LiveEvent[] = []
      for await (const event of events) rest.push(event)
      return rest
    },
  }
}

async function* eventsOf(answer: Response): AsyncGenerator<LiveEvent, void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as LiveEvent
    }
  }
}

const { ours, theirs } = {
  ours: () => server.person({ organizationId: planted.ours.organizationId, roleIds: [4] }),
  theirs: () => server.person({ organizationId: planted.theirs.organizationId, roleIds: [4] }),
}

async function setOnline({ id }: PlantedDevice, isOnline: 0 | 1): Promise<void> {
  await planted.sql('update devices set is_online = $2 where id = $1', [id, isOnline])
  server.services.bus.announce('deviceStateChanged', { deviceIds: [id] })
}

const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString()
const overheating = { code: '03011003', value: 1, bit: 0, level: 3 }

test('a stream begins with hello and the counts of the caller’s scope', async () => {
  await planted.device(planted.ours)
  const stream = await watch(await ours())
  expect(stream.type).toContain('text/event-stream')
  const counts = await stream.next('counts')
  expect(stream.seen[0]?.type).toBe('hello')
  const [mine] = await planted.sql<{ n: number }>(
    'select count(*)::int as n from devices where organization_id = $1 and is_online = 1',
    [planted.ours.organizationId],
  )
  expect(counts).toMatchObject({ onlineCount: mine?.n, activeAlarms: 0 })
})

test('a device that goes is told to those who see it, and to nobody else', async () => {
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  const [us, them] = [await watch(await ours()), await watch(await theirs())]
  const before = await us.next('counts')
  await them.next('counts')
  await setOnline(mine, 0)
  expect(await us.next('counts')).toMatchObject({ onlineCount: before.onlineCount - 1 })
  expect((await us.next('devices')).devices).toEqual([
    { id: mine.id, code: mine.code, isOnline: 0, alarmCount: 0 },
  ])
  await setOnline(foreign, 0)
  expect((await them.next('devices')).devices.map(({ id }) => id)).toEqual([foreign.id])
  await setOnline(mine, 1)
  expect((await us.next('devices')).devices.map(({ id }) => id)).toEqual([mine.id])
  expect(JSON.stringify(them.seen)).not.toContain(mine.code)
  expect(JSON.stringify(us.seen)).not.toContain(foreign.code)
})

test('opened and closed alarms are counted as the caller sees them, whoever else’s came with them', async () => {
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  const us = await watch(await ours())
  const before = await us.next('counts')
  await planted.alarm(mine, { ...overheating, at: aMinuteAgo() })
  for (const bit of [0, 1, 2])
    await planted.alarm(foreign, { ...overheating, value: 2 ** bit, bit, at: aMinuteAgo() })
  const deviceIds = [mine.id, foreign.id]
  server.services.bus.announce('alarmsChanged', { deviceIds, opened: 4, closed: 0 })
  expect(await us.next('counts')).toMatchObject({
    alarmCount: before.alarmCount + 1,
    activeAlarms: before.activeAlarms + 1,
  })
  expect(await us.next('alarms')).toEqual({ type: 'alarms', opened: 1, closed: 0, equipIds: [mine.id] })
  expect((await us.next('devices')).devices).toMatchObject([{ id: mine.id, alarmCount: 1 }])
  await planted.sql('delete from alarms')
  server.services.bus.announce('alarmsChanged', { deviceIds, opened: 0, closed: 4 })
  expect(await us.next('alarms')).toEqual({ type: 'alarms', opened: 0, closed: 1, equipIds: [mine.id] })
})

test('what happened to a device is told to those who see it and may read events', async () => {
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  const [us, them] = [await watch(await ours()), await watch(await theirs())]
  await us.next('counts')
  await them.next('counts')
  server.services.bus.announce('eventsStored', { deviceIds: [mine.id] })
  expect(await us.next('events')).toEqual({ type: 'events' })
  server.services.bus.announce('eventsStored', { deviceIds: [foreign.id] })
  expect(await them.next('events')).toEqual({ type: 'events' })
  expect(them.seen.filter(({ type }) => type === 'events')).toHaveLength(1)
})

test('an acknowledgement reaches the others who watch', async () => {
  const mine = await planted.device(planted.ours)
  const id = await planted.alarm(mine, { ...overheating, at: aMinuteAgo() })
  const us = await watch(await ours())
  await us.next('counts')
  await (await server.person()).call(alarms.acknowledge, { id })
  expect(await us.next('alarms')).toEqual({ type: 'alarms', opened: 0, closed: 0, equipIds: [mine.id] })
})

test('a burst of changes is told in few events, and its last state is what stays', async () => {
  const mine = await planted.device(planted.ours)
  const us = await watch(await ours())
  await us.next('counts')
  for (let n = 0; n < 50; n += 1) await setOnline(mine, n % 2 === 0 ? 0 : 1)
  const marker = await planted.device(planted.ours)
  server.services.bus.announce('deviceStateChanged', { deviceIds: [marker.id] })
  const last: number[] = []
  let told = 0
  while (!last.includes(marker.id)) {
    const { devices: named } = await us.next('devices')
    told += 1
    last.splice(0, last.length, ...named.map(({ id }) => id))
    const state = named.find(({ id }) => id === mine.id)
    if (last.includes(marker.id) && state) expect(state.isOnline).toBe(1)
  }
  expect(told).toBeLessThan(25)
})

test('more changes than anybody would read one by one are a new hello', async () => {
  const us = await watch(await ours())
  await us.next('counts')
  for (const first of [1, 301]) {
    const deviceIds = Array.from({ length: 300 }, (_, n) => 1_000_000 + first + n)
    server.services.bus.announce('deviceStateChanged', { deviceIds })
  }
  // The first portion alone may have been looked at already; a third makes the rest too many.
  const deviceIds = Array.from({ length: 300 }, (_, n) => 2_000_000 + n)
  server.services.bus.announce('deviceStateChanged', { deviceIds })
  expect(await us.next('hello')).toMatchObject({ type: 'hello' })
})

test('after a gap in the facts everybody begins anew', async () => {
  const us = await watch(await ours())
  await us.next('counts')
  await planted.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  expect(await us.next('hello')).toMatchObject({ type: 'hello' })
  await setOnline(await planted.device(planted.ours), 0)
  await us.next('devices')
})

test('news stop when the session has ended or sees other rows', async () => {
  const [leaver, narrowed] = [await ours(), await ours()]
  const [left, moved] = [await watch(leaver), await watch(narrowed)]
  await left.next('counts')
  await moved.next('counts')
  await leaver.call(session.logout)
  await planted.sql(`insert into data_permissions (user_id, type, value) values ($1, 'ET', '{4}')`, [
    narrowed.userId,
  ])
  server.clock.advance(10_000)
  await setOnline(await planted.device(planted.ours), 0)
  expect(await left.rest()).toEqual([])
  expect(await moved.rest()).toEqual([])
  const again = await watch(narrowed)
  expect(await again.next('counts')).toMatchObject({ onlineCount: 0, offlineCount: 0 })
})

test('an open stream does not keep a session alive that nobody uses', async () => {
  const person = await ours()
  const stream = await watch(person)
  await stream.next('counts')
  const expiresAt = async () => {
    const [row] = await planted.sql<{ at: string }>(
      'select expires_at as at from sessions where user_id = $1',
      [person.userId],
    )
    return Date.parse(row?.at ?? '')
  }
  const before = await expiresAt()
  server.clock.advance(10 * 60_000)
  await setOnline(await planted.device(planted.ours), 0)
  await stream.next('devices')
  expect(await expiresAt()).toBe(before)
  await person.call(session.profile)
  expect(await expiresAt()).toBeGreaterThan(before)
  server.clock.advance(-10 * 60_000)
})

test('without a token there is no stream; without the pages there are counts alone', async () => {
  const stranger = await fetch(`${origin}${live.events.path}`)
  expect(await stranger.json()).toMatchObject({ code: 401 })
  const nobody = await server.person({ organizationId: planted.ours.organizationId, roleIds: [] })
  const [stream, us] = [await watch(nobody), await watch(await ours())]
  const before = await stream.next('counts')
  await us.next('counts')
  await setOnline(await planted.device(planted.ours), 0)
  await us.next('devices')
  await stream.next('counts')
  await planted.device(planted.ours)
  await setOnline(await planted.device(planted.ours), 0)
  expect(await stream.next('counts')).toMatchObject({ offlineCount: before.offlineCount + 2 })
  expect(stream.seen.map(({ type }) => type)).toEqual(['hello', 'counts', 'counts', 'counts'])
})

test('many who watch hold no connection of the database while nothing happens', async () => {
  const people = [await ours(), await theirs(), await server.person()]
  const streams = await Promise.all(
    Array.from({ length: 60 }, (_, n) => watch(people[n % 3] ?? people[0] ?? fail())),
  )
  await Promise.all(streams.map((stream) => stream.next('counts')))
  const busy = await planted.sql(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(busy).toEqual([])
  expect(await people[0]?.ask(dashboard.counts)).toMatchObject({ code: 200 })
  const mine = await planted.device(planted.ours)
  await setOnline(mine, 0)
  for (const [n, stream] of streams.entries())
    if (n % 3 !== 1) expect((await stream.next('devices')).devices.map(({ id }) => id)).toContain(mine.id)
})

test('the server closes without waiting for those who watch', async () => {
  const other = await startTestServer()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await other.person()
  const { port } = other.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${live.events.path}`, {
    headers: { authorization: token },
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  await other.stop()
  await expect(drained(reader)).resolves.toBe(true)
})

async function drained(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<boolean> {
  try {
    while (!(await reader?.read())?.done);
  } catch {
    return true
  }
  return true
}

function fail(): never {
  throw new Error('nobody')
}
