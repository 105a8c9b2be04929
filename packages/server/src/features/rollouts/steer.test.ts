import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RolloutFleet, hour, minute, startRolloutFleet } from '../../testing/rollout-fleet.ts'
import { jobs } from './jobs.ts'

let fleet: RolloutFleet
beforeAll(async () => {
  fleet = await startRolloutFleet()
})
afterAll(() => fleet.server.stop())
beforeEach(() => fleet.forget())

const counts = async (id: number) => (await fleet.detail(id)).counts

test('canceling withdraws what has not gone out, and lets the rest come to its end', async () => {
  const cabinets = await fleet.cabinets(6)
  const id = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 4 } })
  await fleet.tick()
  const [heard] = (await fleet.targets(id)).filter(({ state }) => state === 'sent')
  await fleet.makers.sql(
    `update commands set state = 'sent', attempts = 1, deadline_at = now(), sent_at = now(), result = null where device_id = $1`,
    [heard?.equipId],
  )
  await fleet.staff.call(rollouts.cancel, { id })
  expect(await fleet.detail(id)).toMatchObject({ state: 'canceled', counts: { canceled: 5, sent: 1 } })
  await fleet.answer()
  await fleet.later(hour)
  expect(await counts(id)).toMatchObject({ canceled: 5, success: 1 })
})

test('a batch is taken back: every device gets what it had reported, and who reported nothing is left alone', async () => {
  const cabinets = await fleet.cabinets(3)
  const [one, two, unknown] = cabinets
  for (const [device, value] of [
    [one, '70'],
    [two, '80'],
  ] as const)
    await fleet.makers.sql(
      `insert into device_params (device_id, param_id, value, reported_at) values ($1, '02121005', $2, now())`,
      [device?.id, value],
    )
  const id = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 3 } })
  expect(await fleet.staff.ask(rollouts.undo, { id })).toMatchObject({
    code: 409,
    message: '请先取消该批次，再恢复',
  })
  await fleet.tick()
  await fleet.answer()
  await fleet.tick(2)
  const undone = await fleet.staff.call(rollouts.undo, { id })
  expect(undone).toMatchObject({ total: 3, skipped: 1 })
  await fleet.tick()
  const sent = await fleet.makers.sql<{ device_id: string; body: object }>(
    `select device_id, body from commands where state <> 'done' order by device_id`,
  )
  expect(sent.map(({ device_id, body }) => ({ id: Number(device_id), body }))).toEqual(
    [
      { id: one?.id, body: { kind: 'param', paramList: [{ id: '02121005', value: 70 }] } },
      { id: two?.id, body: { kind: 'param', paramList: [{ id: '02121005', value: 80 }] } },
    ].sort((a, b) => Number(a.id) - Number(b.id)),
  )
  const skipped = (await fleet.targets(undone.id)).find(({ state }) => state === 'skipped')
  expect(skipped).toMatchObject({ code: unknown?.code, reason: 'noValueBefore' })
  expect(await fleet.detail(id)).toMatchObject({ undoneBy: [undone.id] })
})

test('what a person may do follows from the state, and a retry tells the failed again at the pace', async () => {
  const id = await fleet.create(await fleet.cabinets(3), { paramSetRule: { upgradeCount: 3 } })
  const codeOf = async (route: (typeof rollouts)['pause' | 'resume' | 'cancel' | 'retry' | 'undo']) =>
    (await fleet.staff.ask(route, { id })).code
  expect([await codeOf(rollouts.resume), await codeOf(rollouts.retry), await codeOf(rollouts.undo)]).toEqual([
    409, 409, 409,
  ])
  await fleet.tick()
  const [lost] = (await fleet.targets(id)).map(({ equipId, code }) => ({ id: equipId, code }))
  await fleet.answer({ result: 0, reason: 'noAnswer', of: lost ? [lost] : [] })
  await fleet.answer()
  await fleet.tick(2)
  expect(await fleet.detail(id)).toMatchObject({ state: 'completed', counts: { success: 2, failed: 1 } })
  expect([
    await codeOf(rollouts.pause),
    await codeOf(rollouts.resume),
    await codeOf(rollouts.cancel),
  ]).toEqual([409, 409, 409])
  expect(await fleet.staff.call(rollouts.retry, { id })).toEqual({ count: 1 })
  expect(await codeOf(rollouts.retry)).toBe(409)
  await fleet.later(3 * minute)
  expect(await counts(id)).toMatchObject({ success: 2, sent: 1 })
  await fleet.answer()
  await fleet.tick(2)
  expect(await fleet.detail(id)).toMatchObject({ state: 'completed', counts: { success: 3, failed: 0 } })
  expect((await fleet.targets(id)).map(({ attempts }) => attempts).sort()).toEqual([1, 1, 2])
})

test('a command that is answered after it was given up turns its failure into a success', async () => {
  const id = await fleet.create(await fleet.cabinets(1))
  await fleet.tick()
  await fleet.answer({ result: 0, reason: 'noAnswer' })
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ failed: 1 })
  await fleet.makers.sql(`update commands set result = 1, reason = 'lateAnswer'`)
  await fleet.tick()
  expect(await fleet.targets(id)).toMatchObject([{ state: 'success', result: 1, message: null }])
})

test('a person’s newer value takes the place of a command that waits, and that is no failure', async () => {
  const id = await fleet.create(await fleet.cabinets(1))
  await fleet.tick()
  await fleet.makers.sql(
    `update commands set state = 'done', result = -1, reason = 'superseded', finished_at = now()`,
  )
  await fleet.tick(2)
  expect(await fleet.detail(id)).toMatchObject({ state: 'completed', counts: { skipped: 1, failed: 0 } })
})

test('what ended more than four hundred days ago is forgotten, and nothing that goes on', async () => {
  const [old, recent] = [
    await fleet.create(await fleet.cabinets(1)),
    await fleet.create(await fleet.cabinets(1)),
  ]
  await fleet.staff.call(rollouts.cancel, { id: old })
  await fleet.makers.sql(`update rollouts set finished_at = now() - interval '401 days' where id = $1`, [old])
  for (const { run } of jobs) await run(fleet.server.services)
  expect((await fleet.staff.ask(rollouts.detail, { id: old })).code).toBe(404)
  expect(await fleet.makers.sql('select from rollout_targets')).toHaveLength(1)
  expect((await fleet.staff.ask(rollouts.detail, { id: recent })).code).toBe(200)
})
