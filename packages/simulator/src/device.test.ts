import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Command, CommandReply, Info, TelemetryReport } from '@wattkeeper/contracts/link'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Cabinet } from './machines/cabinet.ts'
import { Portable } from './machines/portable.ts'
import { stage, testStart } from './testing.ts'
import type { Play, RecordedLine } from './testing.ts'

const firmware = Buffer.alloc(200_000, 7)
const logs: string[] = []
let platform = ''
const server = createServer((request, response) => {
  if (request.url === '/firmware') return response.end(firmware)
  if (request.method === 'PUT')
    return void read(request).then((text) => {
      logs.push(text)
      response.end()
    })
  response.statusCode = 404
  response.end()
})

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  platform = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`
})
afterAll(() => server.close())

interface Scene extends Play {
  readonly line: RecordedLine
  readonly code: string
}

/** A calm fleet, two minutes old, and one device of it. */
function meet(kind: typeof Portable | typeof Cabinet): Scene {
  const play = stage('calm-day', 'one', 20)
  play.wheel.turnTo(testStart + 120_000)
  const device = play.fleet.devices.find(({ machine, line }) => machine instanceof kind && line.isOnline)
  const line = device && play.lines.get(device.code)
  if (!device || !line) throw new Error('the fleet lacks such a device')
  return { ...play, code: device.code, line }
}

const later = testStart + 24 * 3_600_000
type Unsent<C> = C extends Command ? Omit<C, 'id' | 'expires'> : never
const order = (fields: Unsent<Command>): Command => ({ id: randomUUID(), expires: later, ...fields })

async function answerTo({ line, spoken, code }: Scene, command: Command, nth = 1): Promise<CommandReply> {
  line.tell('commands', command)
  return vi.waitFor(() => {
    const replies = spoken.filter(({ name, code: who }) => name === 'reply' && who === code)
    const ours = replies.map(({ payload }) => payload as CommandReply).filter(({ id }) => id === command.id)
    expect(ours).toHaveLength(nth)
    return ours[nth - 1] as CommandReply
  })
}

const lastInfo = ({ spoken, code }: Scene) =>
  spoken.filter(({ name, code: who }) => name === 'info' && who === code).at(-1)?.payload as Info

/** A bay as the cabinet said it last. */
function lastBay({ spoken, code }: Scene, bay: number) {
  const said = spoken.filter(({ name, code: who }) => name === 'telemetry' && who === code).at(-1)
  const report = said?.payload as TelemetryReport<'cabinet'> | undefined
  return report?.values.bays?.find((each) => each.bay === bay)
}

test('a ping is answered, an expired command refused', async () => {
  const scene = meet(Portable)
  expect(await answerTo(scene, order({ kind: 'ping' }))).toMatchObject({ result: 1 })
  expect(await answerTo(scene, { id: randomUUID(), kind: 'ping', expires: testStart })).toMatchObject({
    result: 0,
    message: 'the command has expired',
  })
})

test('a switch goes on once: the same id is answered again and not acted on again', async () => {
  const scene = meet(Portable)
  const device = scene.fleet.devices.find(({ code }) => code === scene.code)
  const machine = device?.machine
  if (!(machine instanceof Portable)) throw new Error('no power station')
  const on = order({ kind: 'set', paramList: [{ id: '13001', value: 1 }] })
  const first = await answerTo(scene, on)
  expect(first.result).toBe(1)
  expect(machine.switches.light).toBe(true)
  machine.switches.light = false
  expect(await answerTo(scene, on, 2)).toEqual(first)
  expect(machine.switches.light).toBe(false)
})

test('the upload switch makes a board report every ten seconds, and every minute again', async () => {
  const scene = meet(Portable)
  const count = (board: string, fromMs: number) =>
    scene.spoken.filter(({ code, at, payload }) => {
      const isOurs = code === scene.code && at >= fromMs
      return (
        isOurs &&
        payload !== null &&
        typeof payload === 'object' &&
        'board' in payload &&
        payload.board === board
      )
    }).length
  const start = scene.wheel.now()
  await answerTo(scene, order({ kind: 'upload', board: 'pcs', value: 1 }))
  scene.wheel.turnTo(start + 60_000)
  expect(count('pcs', start)).toBeGreaterThanOrEqual(6)
  expect(count('mppt', start)).toBeLessThanOrEqual(2)
  await answerTo(scene, order({ kind: 'upload', value: 0 }))
  scene.wheel.turnTo(start + 180_000)
  expect(count('pcs', start + 70_000)).toBeLessThanOrEqual(3)
  expect(await answerTo(scene, order({ kind: 'upload', board: 'cabinet', value: 1 }))).toMatchObject({
    result: 0,
  })
})

test('a bay opens from afar and closes again, and the cabinet says both without waiting for its turn', async () => {
  const scene = meet(Cabinet)
  await answerTo(scene, order({ kind: 'upload', value: 0 }))
  const start = scene.wheel.now()
  await answerTo(scene, order({ kind: 'set', paramList: [{ id: '33001_2', value: 1 }] }))
  expect(lastBay(scene, 2)).toMatchObject({ doorOpen: 1, lockFeedback: 0 })
  scene.wheel.turnTo(start + 35_000)
  expect(lastBay(scene, 2)).toMatchObject({ doorOpen: 0, lockFeedback: 1 })
  expect(
    await answerTo(scene, order({ kind: 'set', paramList: [{ id: '33001_99', value: 1 }] })),
  ).toMatchObject({ result: 0, message: 'this cabinet has no bay 99' })
})

test('a disabled bay does not charge, and a light set by hand follows its bay again by itself', async () => {
  const scene = meet(Cabinet)
  const start = scene.wheel.now()
  await answerTo(scene, order({ kind: 'set', paramList: [{ id: '33002_3', value: 0 }] }))
  expect(lastBay(scene, 3)).toMatchObject({ enabled: 0, charging: 0 })
  await answerTo(scene, order({ kind: 'set', paramList: [{ id: '33003_1', value: 8 }] }))
  expect(lastBay(scene, 1)).toMatchObject({ light: 8 })
  scene.wheel.turnTo(start + 700_000)
  expect(lastBay(scene, 1)?.light).not.toBe(8)
  expect(lastBay(scene, 3)).toMatchObject({ enabled: 0, charging: 0 })
})

test('parameters are checked, remembered and read back', async () => {
  const scene = meet(Cabinet)
  const good = order({ kind: 'param', paramList: [{ id: '02121005', value: 88 }] })
  expect(await answerTo(scene, good)).toMatchObject({ result: 1 })
  expect(lastInfo(scene).params?.['02121005']).toBe(88)
  const bad = order({ kind: 'param', paramList: [{ id: '02121005', value: 20 }] })
  expect(await answerTo(scene, bad)).toMatchObject({
    result: 0,
    message: 'parameter 02121005 takes 50 to 100',
  })
  expect(lastInfo(scene).params?.['02121005']).toBe(88)
})

test('a cabinet that is given another platform answers, goes there, and comes back where nobody is', async () => {
  const scene = meet(Cabinet)
  const move = (value: string) => order({ kind: 'param', paramList: [{ id: '02121011', value }] })
  expect(await answerTo(scene, move('other.example:1883'))).toMatchObject({ result: 1 })
  expect(scene.line.movedTo).toEqual([])
  scene.wheel.turnTo(scene.wheel.now() + 4_000)
  expect(scene.line.movedTo).toEqual(['other.example:1883'])
  expect(lastInfo(scene).params?.['02121011']).toBe('other.example:1883')
  scene.line.isFound = false
  await answerTo(scene, move('nowhere.example:1883'))
  scene.wheel.turnTo(scene.wheel.now() + 4_000)
  expect(scene.line.isOnline).toBe(true)
  expect(lastInfo(scene).params?.['02121011']).toBe('other.example:1883')
})

test('a log is put where the platform asked, and a refused one is said', async () => {
  const scene = meet(Portable)
  const log = {
    kind: 'log',
    level: 'SYSTEM',
    fileType: 'log',
    startTime: testStart,
    endTime: testStart + 60_000,
  } as const
  expect(await answerTo(scene, order({ ...log, url: `${platform}/log` }))).toMatchObject({ result: 1 })
  expect(logs.at(-1)?.match(/^2026-07-01 04:0\d:00\.000 [IW] \[system\] .+$/gm)).toHaveLength(2)
  expect(await answerTo(scene, order({ ...log, url: 'http://127.0.0.1:9/log' }))).toMatchObject({ result: 0 })
})

test('a screen fetches what it is to play; a device without one says so', async () => {
  const advert = { id: 1, name: 'a', startTime: testStart, endTime: later }
  const play = (url: string) => order({ kind: 'advert', adverts: [{ ...advert, url: platform + url }] })
  expect(await answerTo(meet(Cabinet), play('/firmware'))).toMatchObject({ result: 1 })
  expect(await answerTo(meet(Cabinet), play('/gone'))).toMatchObject({ result: 0 })
  expect(await answerTo(meet(Portable), play('/firmware'))).toMatchObject({
    message: 'this device has no screen',
  })
})
