import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { CommandReply } from '@wattkeeper/contracts/link'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Cabinet } from './machines/cabinet.ts'
import type { LogTrouble } from './logs.ts'
import { stage, testStart } from './testing.ts'

const arrived: (number | 'brokeOff')[] = []
let platform = ''
const server = createServer((request, response) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => {
    arrived.push(bytes)
    response.end()
  })
  request.on('error', () => arrived.push('brokeOff'))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  platform = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/log`
})
afterAll(() => server.close())

const hourMs = 3_600_000

/** Asks a cabinet for its swap log; answers how to read what it replied. */
function askForLog(trouble: LogTrouble | undefined, expires: number) {
  const { fleet, wheel, lines, spoken } = stage('calm-day', 'one', 20)
  wheel.turnTo(testStart + 120_000)
  const device = fleet.devices.find(({ machine, line }) => machine instanceof Cabinet && line.isOnline)
  const id = randomUUID()
  if (!device) throw new Error('the fleet lacks a cabinet')
  device.logTrouble = trouble
  const range = { startTime: testStart - hourMs, endTime: testStart }
  const order = { id, expires, kind: 'log', url: platform, level: 'SWAP', fileType: 'csv', ...range }
  lines.get(device.code)?.tell('commands', order)
  const replies = () =>
    spoken.flatMap(({ name, payload }) => (name === 'reply' ? [payload as CommandReply] : []))
  return () => replies().find((reply) => reply.id === id)
}

test.each([
  [undefined, 1],
  ['empty', 1],
  ['none', 0],
  ['breaks-off', 0],
  ['too-big', 1],
] as const)('a cabinet with the trouble %s replies %i', async (trouble, result) => {
  arrived.length = 0
  const reply = askForLog(trouble, testStart + hourMs)
  await vi.waitFor(() => expect(reply()).toMatchObject({ result }), 10_000)
  const [got] = arrived
  if (trouble === undefined) expect(got).toBeGreaterThan(1_000)
  if (trouble === 'empty') expect(got).toBe(0)
  if (trouble === 'too-big') expect(got).toBeGreaterThan(32 * 1024 * 1024)
  if (trouble === 'breaks-off') expect(got).toBe('brokeOff')
  if (trouble === 'none') expect(arrived).toEqual([])
})
