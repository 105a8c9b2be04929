import { live } from '@wattkeeper/contracts/api/dashboard'
import type { LiveEvent } from '@wattkeeper/contracts/api/dashboard'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { plantVersion } from '../../testing/upgrades.ts'

let fleet: OperatedFleet
let origin: string
const leaving = new AbortController()
beforeAll(async () => {
  fleet = await startOperatedFleet()
  await fleet.server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(fleet.server.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  leaving.abort()
  await fleet.stop()
})

/** What a person's live stream says, as the console reads it. */
async function watch({ token }: Person): Promise<LiveEvent[]> {
  const headers = { authorization: token }
  const answer = await fetch(`${origin}${live.events.path}`, { headers, signal: leaving.signal })
  const seen: LiveEvent[] = []
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith('data: ')) seen.push(JSON.parse(block.slice(6)) as LiveEvent)
      }
    }
  }
  read().catch(() => undefined)
  await eventually(
    async () => seen,
    (events) => events.some(({ type }) => type === 'counts'),
  )
  return seen
}

test('who watches is told of each move of an upgrade in sight, and nobody else is', async () => {
  const { ours, theirs } = fleet.planted
  const engineer = await fleet.server.person({ organizationId: ours.organizationId, roleIds: [3] })
  const seen = await watch(engineer)
  const elsewhere = await watch(
    await fleet.server.person({ organizationId: theirs.organizationId, roleIds: [3] }),
  )
  const device = await fleet.upgrading()
  await device.connect()
  await device.info(['bms', '1.0'])
  await eventually(
    () => fleet.ask('select from device_parts where device_id = $1', [device.id]),
    (rows) => rows.length > 0,
  )
  const versionId = await plantVersion(fleet.server)
  const { jobIds } = await engineer.call(upgrades.send, { equipId: device.id, versionId })
  const told = (moves: number) =>
    eventually(
      async () => seen.filter(({ type }) => type === 'upgrades'),
      (events) => events.length > moves,
    )
  const events = await told(0)
  expect(events[0]).toEqual({ type: 'upgrades', equipIds: [device.id], jobIds })
  await eventually(
    async () => device.heard.length,
    (heard) => heard > 0,
  )
  const before = seen.filter(({ type }) => type === 'upgrades').length
  await device.progress(0, 20)
  await told(before)
  expect(elsewhere.filter(({ type }) => type === 'upgrades')).toEqual([])
})
