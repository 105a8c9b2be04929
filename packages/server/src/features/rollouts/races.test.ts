import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../context.ts'
import { type RolloutFleet, hour, minute, startRolloutFleet } from '../../testing/rollout-fleet.ts'
import { paramsKind } from '../batch-settings/index.ts'
import { turn } from './engine.ts'
import type { DispatchOrder, DispatchTarget, RolloutKind } from './kinds.ts'

let fleet: RolloutFleet
beforeAll(async () => {
  fleet = await startRolloutFleet()
})
afterAll(() => fleet.server.stop())
beforeEach(() => fleet.forget())

/** Every command that a target has been told by, once. */
async function commandsByDevice(): Promise<number[]> {
  const rows = await fleet.makers.sql<{ n: number }>(
    'select count(*)::int as n from commands group by device_id order by device_id',
  )
  return rows.map(({ n }) => n)
}

test('several processes turn the same roll-outs at once, and nobody is told twice', async () => {
  const cabinets = await fleet.cabinets(24)
  const ids = await Promise.all([
    fleet.create(cabinets.slice(0, 16), { paramSetRule: { upgradeCount: 5 } }),
    fleet.create(cabinets.slice(8), { paramSetRule: { upgradeCount: 5 } }),
  ])
  for (let group = 1; group <= 3; group += 1) {
    await Promise.all(Array.from({ length: 6 }, () => turn(fleet.server.services, [paramsKind])))
    const { n } = (await fleet.makers.sql<{ n: number }>('select count(*)::int as n from commands'))[0] ?? {}
    expect(n).toBeLessThanOrEqual(group * 10)
    const busy = await fleet.makers.sql(
      `select device_id from commands where state <> 'done' group by device_id having count(*) > 1`,
    )
    expect(busy).toEqual([])
    fleet.server.clock.advance(3 * minute)
  }
  for (let n = 0; n < 12; n += 1) {
    await fleet.answer()
    await Promise.all([fleet.tick(), fleet.tick(), fleet.tick()])
    fleet.server.clock.advance(3 * minute)
  }
  for (const id of ids)
    expect(await fleet.detail(id)).toMatchObject({ state: 'completed', counts: { success: 16 } })
  const told = await commandsByDevice()
  expect([told.length, Math.max(...told)]).toEqual([24, 2])
})

/** Parameters, by a process that is killed in the middle of a group, before it has committed. */
const dying: RolloutKind = {
  ...paramsKind,
  async dispatch(db: Db, order: DispatchOrder, targets: readonly DispatchTarget[]) {
    await paramsKind.dispatch(db, order, targets)
    throw new Error('killed')
  },
}

test('a process that dies in the middle of a group leaves neither a double nor a gap', async () => {
  const id = await fleet.create(await fleet.cabinets(4))
  await expect(turn(fleet.server.services, [dying])).rejects.toThrow('roll-outs could not be turned')
  expect(await commandsByDevice()).toEqual([])
  expect(await fleet.detail(id)).toMatchObject({ counts: { waiting: 4, sent: 0 } })
  await fleet.tick()
  expect(await commandsByDevice()).toEqual([1, 1])
  expect(await fleet.detail(id)).toMatchObject({ counts: { waiting: 2, sent: 2 } })
})

test('one that cannot be turned holds none of the others up', async () => {
  const [first, second] = [
    await fleet.create(await fleet.cabinets(2)),
    await fleet.create(await fleet.cabinets(2)),
  ]
  let isFirst = true
  const once: RolloutKind = {
    ...paramsKind,
    dispatch: (db, order, targets) => {
      if (!isFirst) return paramsKind.dispatch(db, order, targets)
      isFirst = false
      throw new Error('broken')
    },
  }
  await expect(turn(fleet.server.services, [once])).rejects.toThrow('could not be turned')
  expect([await fleet.detail(first), await fleet.detail(second)]).toMatchObject([
    { counts: { sent: 0 } },
    { counts: { sent: 2 } },
  ])
})

test('a clock that jumps forward brings one group, and one that jumps back holds nothing up for longer than an interval', async () => {
  const id = await fleet.create(await fleet.cabinets(10))
  await fleet.tick()
  await fleet.later(5 * hour)
  await fleet.tick(3)
  expect(await fleet.detail(id)).toMatchObject({ counts: { sent: 4 } })
  await fleet.later(-3 * hour)
  await fleet.later(2 * minute)
  expect(await fleet.detail(id)).toMatchObject({ counts: { sent: 4 } })
  await fleet.later(minute)
  expect(await fleet.detail(id)).toMatchObject({ counts: { sent: 6 } })
})

type Step =
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'answer'; readonly result: 1 | 0 }
  | { readonly kind: 'pause' | 'resume' | 'twoTicks' }
  | { readonly kind: 'online'; readonly place: number; readonly isOnline: 0 | 1 }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ kind: fc.constant('answer' as const), result: fc.constantFrom(1 as const, 0 as const) }),
    fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'twoTicks' as const) }),
    fc.record({
      kind: fc.constant('online' as const),
      place: fc.nat(7),
      isOnline: fc.constantFrom(0 as const, 1 as const),
    }),
  ),
  { minLength: 5, maxLength: 20 },
)

test('whatever happens on the way, no more than a group goes out in an interval, nothing while paused, nobody twice', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      await fleet.forget()
      const cabinets = await fleet.cabinets(8)
      const id = await fleet.create(cabinets, { paramSetRule: { failureThreshold: 1 } })
      let isPaused = false
      for (const step of run) {
        const before = (await commandsByDevice()).length
        if (step.kind === 'wait') await fleet.later(step.seconds * 1_000)
        if (step.kind === 'answer') await fleet.answer({ result: step.result })
        if (step.kind === 'online')
          await fleet.makers.sql('update devices set is_online = $2 where id = $1', [
            cabinets[step.place]?.id,
            step.isOnline,
          ])
        if (step.kind === 'twoTicks') await Promise.all([fleet.tick(), fleet.tick()])
        if (step.kind === 'pause')
          isPaused = (await fleet.staff.ask(rollouts.pause, { id })).code === 200 || isPaused
        if (step.kind === 'resume')
          isPaused = (await fleet.staff.ask(rollouts.resume, { id })).code !== 200 && isPaused
        const after = await commandsByDevice()
        expect(after.length - before).toBeLessThanOrEqual(isPaused ? 0 : 2)
        expect(after.every((n) => n === 1)).toBe(true)
      }
      const groups = await fleet.makers.sql<{ at: string; n: number }>(
        `select dispatched_at as at, count(*)::int as n from rollout_targets where dispatched_at is not null
         group by 1 order by 1`,
      )
      for (const [place, { at, n }] of groups.entries()) {
        expect(n).toBeLessThanOrEqual(2)
        const previous = groups[place - 1]
        if (previous)
          expect(Date.parse(at) - Date.parse(previous.at)).toBeGreaterThanOrEqual(3 * minute * 0.95)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
