import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RolloutFleet, hour, minute, startRolloutFleet } from '../../testing/rollout-fleet.ts'

let fleet: RolloutFleet
beforeAll(async () => {
  fleet = await startRolloutFleet()
})
afterAll(() => fleet.server.stop())
beforeEach(() => fleet.forget())

const setOnline = (ids: readonly number[], isOnline: 0 | 1) =>
  fleet.makers.sql('update devices set is_online = $2 where id = any($1)', [ids, isOnline])
const counts = async (id: number) => (await fleet.detail(id)).counts

test('an offline target gives its place to the next, is waited for, and has failed at its deadline', async () => {
  const here = await fleet.cabinets(3)
  const [away] = await fleet.cabinets(1, { isOnline: 0 })
  const [late] = await fleet.cabinets(1, { isOnline: 0 })
  const id = await fleet.create([...here, ...[away, late].flatMap((each) => each ?? [])], {
    paramSetRule: { deadlineHours: 2 },
  })
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ sent: 2, waiting: 3 })
  await fleet.answer()
  await fleet.later(3 * minute)
  await fleet.answer()
  await fleet.later(3 * minute)
  const waiting = (await fleet.targets(id)).filter(({ state }) => state === 'waiting')
  expect(waiting).toHaveLength(2)
  for (const target of waiting) {
    expect(target).toMatchObject({ reason: 'offline', message: '设备离线' })
    expect(Date.parse(target.deadlineTime ?? '') - fleet.server.clock.now()).toBeLessThan(2 * hour)
  }
  await setOnline([late?.id ?? 0], 1)
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ success: 3, sent: 1, waiting: 1 })
  await fleet.answer()
  await fleet.later(2 * hour + minute)
  await fleet.tick()
  expect(await fleet.detail(id)).toMatchObject({ state: 'completed', counts: { success: 4, failed: 1 } })
  const lost = (await fleet.targets(id)).find(({ state }) => state === 'failed')
  expect(lost).toMatchObject({ code: away?.code, reason: 'deadline', result: -1 })
})

test('a pause holds from its answer on; resuming keeps the pace', async () => {
  const id = await fleet.create(await fleet.cabinets(6))
  await fleet.tick()
  await fleet.staff.call(rollouts.pause, { id })
  await fleet.later(10 * minute)
  expect(await fleet.detail(id)).toMatchObject({ state: 'paused', counts: { sent: 2, waiting: 4 } })
  await fleet.staff.call(rollouts.resume, { id })
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ sent: 4, waiting: 2 })
  await fleet.later(minute)
  await fleet.staff.call(rollouts.pause, { id })
  await fleet.staff.call(rollouts.resume, { id })
  await fleet.later(minute)
  expect(await counts(id)).toMatchObject({ sent: 4, waiting: 2 })
  await fleet.later(minute)
  expect(await counts(id)).toMatchObject({ sent: 6, waiting: 0 })
})

test('it stops by itself once more than its share has failed, and goes on when a person says so', async () => {
  const id = await fleet.create(await fleet.cabinets(20), { paramSetRule: { upgradeCount: 5 } })
  await fleet.tick()
  const told = (await fleet.targets(id)).filter(({ state }) => state === 'sent')
  const [first, second, ...rest] = told.map(({ equipId, code }) => ({ id: equipId, code }))
  await fleet.answer({ of: rest })
  await fleet.answer({ result: 0, reason: 'differs', of: [first, second].flatMap((each) => each ?? []) })
  await fleet.later(3 * minute)
  expect(await fleet.detail(id)).toMatchObject({
    state: 'stopped',
    stopReason: 'threshold',
    counts: { success: 3, failed: 2, waiting: 15, sent: 0 },
    reasons: [{ state: 'failed', reason: 'differs', count: 2, label: '设备回报的参数与下发不一致' }],
  })
  await fleet.later(hour)
  expect(await counts(id)).toMatchObject({ sent: 0 })
  await fleet.staff.call(rollouts.resume, { id })
  await fleet.tick()
  expect(await fleet.detail(id)).toMatchObject({ state: 'running', counts: { sent: 5 } })
})

test('canaries come first, and the others only when they have proven it', async () => {
  const cabinets = await fleet.cabinets(12)
  const [one, two] = cabinets
  const chosen = [one, two].flatMap((each) => each?.code ?? [])
  const id = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 5, canaryCodes: chosen } })
  await fleet.tick()
  const told = (await fleet.targets(id)).filter(({ state }) => state === 'sent')
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(chosen))
  await fleet.later(3 * minute)
  expect(await counts(id)).toMatchObject({ sent: 2, waiting: 10 })
  await fleet.answer()
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ success: 2, sent: 5, waiting: 5 })

  const bad = await fleet.create(cabinets.slice(4), { paramSetRule: { canaryShare: 0.1 } })
  await fleet.answer()
  await fleet.tick()
  expect(await counts(bad)).toMatchObject({ sent: 1 })
  await fleet.answer({ result: 0, reason: 'refused' })
  await fleet.tick()
  expect(await fleet.detail(bad)).toMatchObject({
    state: 'stopped',
    stopReason: 'canary',
    counts: { failed: 1 },
  })
})

test('it begins at its start, and tells devices within its hours only', async () => {
  const now = fleet.server.clock.now()
  const wall = (ms: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(now + ms)
  const startTime = new Date(now + hour).toISOString()
  const id = await fleet.create(await fleet.cabinets(6), {
    paramSetRule: { startTime, windowStart: wall(2 * hour), windowEnd: wall(3 * hour) },
  })
  await fleet.tick()
  expect(await fleet.detail(id)).toMatchObject({ state: 'scheduled', startTime })
  await fleet.later(hour + minute)
  expect(await fleet.detail(id)).toMatchObject({ state: 'running', counts: { sent: 0 } })
  await fleet.later(hour)
  expect(await counts(id)).toMatchObject({ sent: 2 })
  await fleet.later(hour)
  expect(await counts(id)).toMatchObject({ sent: 2 })
})

test('the address of the platform goes to one device first, and to the others once that one has signed in again', async () => {
  const cabinets = await fleet.cabinets(4)
  const address = { entitys: [{ id: '02121011', value: 'iot.example.com:1883' }] }
  const id = await fleet.create(cabinets, address)
  await fleet.tick()
  expect(await counts(id)).toMatchObject({ sent: 1, waiting: 3 })
  await fleet.makers.sql(`insert into command_attempts (command_id, number, source, session_epoch, sent_at)
    select id, 1, 'manual', 7, now() from commands`)
  await fleet.makers.sql('update devices set session_epoch = 7')
  await fleet.answer()
  await fleet.later(5 * minute)
  expect(await counts(id)).toMatchObject({ success: 1, sent: 0, waiting: 3 })
  const back = `update devices set session_epoch = 8, last_online_at = $1`
  await fleet.makers.sql(back, [new Date(fleet.server.clock.now()).toISOString()])
  const report = `insert into device_params (device_id, param_id, value, reported_at)
    select device_id, '02121011', $1, now() from commands on conflict (device_id, param_id) do update set value = $1`
  await fleet.makers.sql(report, ['former.example.com:1883'])
  await fleet.later(minute)
  expect(await counts(id)).toMatchObject({ success: 1, sent: 0, waiting: 3 })
  await fleet.makers.sql(report, ['iot.example.com:1883'])
  await fleet.tick(2)
  expect(await counts(id)).toMatchObject({ success: 1, sent: 2, waiting: 1 })
})

test('when the first device does not come back from the new address, nothing else is told', async () => {
  const id = await fleet.create(await fleet.cabinets(4), {
    entitys: [{ id: '02121011', value: 'iot.example.com:1883' }],
  })
  await fleet.tick()
  await fleet.answer()
  await fleet.tick()
  await fleet.makers.sql('update devices set is_online = 0 where id in (select device_id from commands)')
  await fleet.later(9 * minute)
  expect(await fleet.detail(id)).toMatchObject({ state: 'running', counts: { waiting: 3 } })
  await fleet.later(2 * minute)
  expect(await fleet.detail(id)).toMatchObject({ state: 'stopped', stopReason: 'leaderAway' })
  await fleet.staff.call(rollouts.resume, { id })
  await fleet.later(3 * minute)
  expect(await counts(id)).toMatchObject({ success: 1, sent: 1, waiting: 2 })
})

test('a device that failed three times in a row is left alone for a day, unless a person insists', async () => {
  const [cabinet] = await fleet.cabinets(1)
  const cabinets = cabinet ? [cabinet] : []
  let id = 0
  for (let n = 0; n < 3; n += 1) {
    id = await fleet.create(cabinets)
    await fleet.tick()
    await fleet.answer({ result: 0, reason: 'refused' })
    await fleet.tick(2)
  }
  const next = await fleet.create(cabinets)
  await fleet.tick()
  expect(await fleet.targets(next)).toMatchObject([{ state: 'waiting', reason: 'penalty' }])
  const insisting = await fleet.create(cabinets, { paramSetRule: { insist: true } })
  await fleet.tick()
  expect(await counts(insisting)).toMatchObject({ sent: 1 })
  await fleet.answer({ result: 0, reason: 'refused' })
  await fleet.tick()
  expect(await fleet.staff.call(rollouts.retry, { id })).toEqual({ count: 1 })
  await fleet.later(3 * minute)
  expect(await counts(id)).toMatchObject({ sent: 1 })
  await fleet.answer({ result: 0, reason: 'refused' })
  await fleet.tick()
  // In steps, so that the session of whoever looks does not end.
  for (let n = 0; n < 3; n += 1) {
    expect(await counts(next)).toMatchObject({ sent: 0 })
    await fleet.later(8 * hour + minute)
  }
  expect(await counts(next)).toMatchObject({ sent: 1 })
})

test('two roll-outs want one device: one has it, the other waits for it', async () => {
  const cabinets = await fleet.cabinets(3)
  const first = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 3 } })
  const second = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 3 } })
  await fleet.tick()
  expect([await counts(first), await counts(second)]).toMatchObject([{ sent: 3 }, { sent: 0, waiting: 3 }])
  expect(await fleet.targets(second)).toMatchObject([
    { reason: 'busy' },
    { reason: 'busy' },
    { reason: 'busy' },
  ])
  await fleet.answer()
  await fleet.tick()
  expect([await counts(first), await counts(second)]).toMatchObject([{ success: 3 }, { sent: 3 }])
})

test('a device that is deleted or moved in the middle is skipped, waiting or on its way, and hurts nobody', async () => {
  const cabinets = await fleet.cabinets(6)
  const { organizationId } = fleet.makers.ours
  const maker = await fleet.server.person({ organizationId, roleIds: [3] })
  const codes = cabinets.map(({ code }) => code).join(',')
  const { id } = await maker.call(batchSettings.create, {
    paramSetRule: { upgradeCount: 2, interval: 3 },
    entitys: [{ id: '02121005', value: 90 }],
    queryParam: { code: codes },
  })
  await fleet.tick()
  const targets = await fleet.targets(id)
  const [onItsWay, moving] = targets.filter(({ state }) => state === 'sent')
  const [waiting, leaving] = targets.filter(({ state }) => state === 'waiting')
  await fleet.makers.sql('delete from devices where id = any($1)', [[onItsWay?.equipId, waiting?.equipId]])
  await fleet.makers.sql('update devices set organization_id = $2, operator_id = $3 where id = any($1)', [
    [moving?.equipId, leaving?.equipId],
    fleet.makers.theirs.organizationId,
    fleet.makers.theirs.operatorId,
  ])
  await fleet.later(3 * minute)
  await fleet.answer()
  await fleet.tick(2)
  expect(await fleet.detail(id)).toMatchObject({
    state: 'completed',
    counts: { success: 2, skipped: 4, failed: 0 },
  })
  const reasons = (await fleet.targets(id)).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'deviceDeleted')).toHaveLength(2)
  expect(reasons.filter((reason) => reason === 'deviceMoved')).toHaveLength(2)
})
