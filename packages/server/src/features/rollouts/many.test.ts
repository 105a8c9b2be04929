import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RolloutFleet, minute, startRolloutFleet } from '../../testing/rollout-fleet.ts'

const many = 10_000

let fleet: RolloutFleet
beforeAll(async () => {
  fleet = await startRolloutFleet()
  await fleet.makers.sql(
    `insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id, is_online)
     select 'MANY' || n, '', '', 3, 31, $1, $2, 1 from generate_series(1, $3::int) n`,
    [fleet.makers.ours.organizationId, fleet.makers.ours.operatorId, many],
  )
})
afterAll(() => fleet.server.stop())

const wanted = {
  paramSetRule: { upgradeCount: 50, interval: 3 },
  entitys: [{ id: '02121005', value: 90 }],
}

test('ten thousand targets are created in under five seconds, by their codes too, and go out at the pace asked', async () => {
  const codes = Array.from({ length: many }, (_, n) => `MANY${n + 1}`)
  const startedAt = performance.now()
  const { id, total } = await fleet.staff.call(batchSettings.create, {
    ...wanted,
    queryParam: { code: codes.join(',') },
  })
  expect(total).toBe(many)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  const begun = fleet.server.clock.now()
  const groups = 20
  for (let group = 0; group < groups; group += 1) {
    await fleet.tick()
    await fleet.answer()
    await fleet.later(minute)
    await fleet.later(minute)
    await fleet.later(minute - 1_000)
    fleet.server.clock.advance(1_000)
  }
  const { counts, estimatedEndTime } = await fleet.detail(id)
  const minutes = (fleet.server.clock.now() - begun) / minute
  const asked = (minutes / 3) * 50
  expect(Math.abs(counts.success + counts.sent - asked)).toBeLessThan(asked * 0.05)
  const left = Date.parse(estimatedEndTime ?? '') - begun
  expect(Math.abs(left / (199 * 3 * minute) - 1)).toBeLessThan(0.05)
  await fleet.staff.call(rollouts.cancel, { id })
})

test('the order of targets is shuffled, and the same for the same seed', async () => {
  const { id } = await fleet.staff.call(batchSettings.create, { ...wanted, queryParam: { equipTypeId: 3 } })
  const ids = (await fleet.targets(id)).map(({ equipId }) => equipId)
  const sorted = [...ids].sort((a, b) => a - b)
  expect(ids).not.toEqual(sorted)
  const order = await fleet.makers.sql<{ device_id: string }>(
    `select t.device_id from rollout_targets t join rollouts r on r.id = t.rollout_id where r.id = $1
     order by hashtextextended(t.device_id || ' ' || t.part_type || ' ' || t.addr_id, r.seed) limit 500`,
    [id],
  )
  expect(order.map(({ device_id }) => Number(device_id))).toEqual(ids)
})
