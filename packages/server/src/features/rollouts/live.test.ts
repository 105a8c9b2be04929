import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { live } from '@wattkeeper/contracts/api/dashboard'
import type { LiveEvent } from '@wattkeeper/contracts/api/dashboard'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RolloutFleet, startRolloutFleet } from '../../testing/rollout-fleet.ts'
import type { Person } from '../../testing/server.ts'

let fleet: RolloutFleet
let origin: string
const leaving = new AbortController()
beforeAll(async () => {
  fleet = await startRolloutFleet()
  await fleet.server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(fleet.server.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  leaving.abort()
  await fleet.server.stop()
})

/** What a person's live stream says, as the console reads it. */
async function* watch({ token }: Person): AsyncGenerator<LiveEvent, void> {
  const headers = { authorization: token }
  const answer = await fetch(`${origin}${live.events.path}`, { headers, signal: leaving.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as LiveEvent
  }
}

async function next(stream: AsyncGenerator<LiveEvent, void>, type: LiveEvent['type']): Promise<LiveEvent> {
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) })
    if (event.type === type) return event
  throw new Error(`the stream ended before ${type}`)
}

test('who watches is told of each move of a roll-out in sight, and of no other', async () => {
  const { ours, theirs } = fleet.makers
  const stranger = watch(await fleet.server.person({ organizationId: theirs.organizationId, roleIds: [4] }))
  const maker = watch(await fleet.server.person({ organizationId: ours.organizationId, roleIds: [4] }))
  await next(maker, 'counts')
  await next(stranger, 'counts')
  const id = await fleet.create(await fleet.cabinets(2))
  await fleet.makers.sql('update rollouts set organization_id = $2 where id = $1', [id, ours.organizationId])
  await fleet.tick()
  expect(await next(maker, 'rollouts')).toEqual({ type: 'rollouts', rolloutIds: [id] })
  await fleet.staff.call(rollouts.pause, { id })
  expect(await next(maker, 'rollouts')).toEqual({ type: 'rollouts', rolloutIds: [id] })
  const theirsToo = await fleet.create(await fleet.cabinets(1, { of: theirs }))
  await fleet.makers.sql('update rollouts set organization_id = $2 where id = $1', [
    theirsToo,
    theirs.organizationId,
  ])
  await fleet.tick()
  expect(await next(stranger, 'rollouts')).toEqual({ type: 'rollouts', rolloutIds: [theirsToo] })
})
