import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { type NewRule, notifications } from '@wattkeeper/contracts/api/notifications'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOf } from '../../platform/http/guard.ts'
import type { PlantedDevice } from '../../testing/manufacturers.ts'
import { type RolloutFleet, minute, startRolloutFleet } from '../../testing/rollout-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { deliver } from './deliver.ts'
import { gather } from './gather.ts'
import { type Receiver, openReceiver } from './testing/receivers.ts'
import { inbox, plain } from './testing/scene.ts'

let fleet: RolloutFleet
let receiver: Receiver
beforeAll(async () => {
  fleet = await startRolloutFleet({
    outward: { mail: undefined, webhooks: listOf(['127.0.0.0/8']) },
  })
  receiver = await openReceiver()
})
afterAll(async () => {
  await fleet.server.stop()
  await receiver.close()
})
beforeEach(async () => {
  await fleet.forget()
  receiver.received.length = 0
  for (const table of ['rules', 'occurrences', 'streams'])
    await fleet.makers.sql(`delete from notification_${table}`)
  await fleet.makers.sql('delete from notifications')
})

const asked = ['rolloutStopped', 'rolloutFailures'] as const

const wants = (person: Person, traits: Partial<NewRule> = {}) =>
  person.call(notifications.createRule, { ...plain, kinds: [...asked], ...traits })

/** What om does every second, so many seconds later. */
async function told(seconds = 6): Promise<void> {
  fleet.server.clock.advance(seconds * 1000)
  await fleet.makers.sql(`update sessions set expires_at = now() + interval '1 year'`)
  await gather(fleet.server.services)
  await deliver(fleet.server.services)
}

/** A batch of which all go out at once, and of which these do not do it. */
async function batch(devices: readonly PlantedDevice[], failing: readonly PlantedDevice[], more = {}) {
  const id = await fleet.create(devices, { paramSetRule: { upgradeCount: 50, interval: 3, ...more } })
  await fleet.tick()
  await fleet.answer({ result: 0, reason: 'differs', of: failing })
  await fleet.answer()
  await fleet.tick()
  return id
}

test('whoever asked is told of a roll-out that stops by itself, in the console and outside it', async () => {
  const { staff } = fleet
  const hook = { kind: 'webhook', name: '值班群', target: receiver.url } as const
  const { id: channelId } = await staff.call(notifications.createChannel, hook)
  await wants(staff, { channelIds: [channelId] })
  const devices = await fleet.cabinets(6)
  const id = await fleet.create(devices, { paramSetRule: { upgradeCount: 5, interval: 3 } })
  await fleet.tick()
  const sent = (await fleet.targets(id)).filter(({ state }) => state === 'sent').slice(0, 2)
  await fleet.answer({ result: 0, of: devices.filter((each) => sent.some(({ code }) => code === each.code)) })
  await fleet.answer()
  await fleet.tick()
  const { code, state } = await fleet.detail(id)
  expect(state).toBe('stopped')
  await told()
  expect(await inbox(staff)).toMatchObject([
    {
      ...{ kind: 'rolloutStopped', rolloutId: id, equipId: null, level: null },
      title: `${code}：批量设置已自动停止，失败比例超过阈值（成功 3，失败 2，未完成 1）`,
    },
  ])
  const english = await fleet.server
    .as(staff.token, 'en')
    .call(notifications.inbox, { pageNum: 1, pageSize: 9 })
  expect(english.rows[0]?.title).toBe(
    `${code}: Batch settings stopped by itself: Too large a share has failed (3 succeeded, 2 failed, 1 not done)`,
  )
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { kind: 'rolloutStopped', alarms: 1, devices: 2, items: [{ rolloutId: id, code, equipId: null }] },
  ])
  // A person lets it go on, and it ends with what had failed.
  await staff.call(rollouts.resume, { id })
  await fleet.later(3 * minute)
  await fleet.answer()
  await fleet.tick()
  await told(60)
  const [newest, ...older] = await inbox(staff)
  expect(newest).toMatchObject({ kind: 'rolloutFailures', title: `${code}：批量设置已完成，失败 2，成功 4` })
  expect(older).toHaveLength(1)
})

test('several that end at once are one message, and one without failures none', async () => {
  await wants(fleet.staff)
  for (let n = 0; n < 2; n += 1) {
    const devices = await fleet.cabinets(2)
    await batch(devices, devices.slice(1))
  }
  await batch(await fleet.cabinets(2), [])
  await told()
  const said = await inbox(fleet.staff)
  expect(said).toMatchObject([
    { kind: 'rolloutFailures', rolloutId: null, title: '2 个批量任务完成但有失败，共 2 台设备失败' },
  ])
  expect(said[0]?.lines).toHaveLength(2)
})

test('nobody is told of roll-outs or devices that they may not see', async () => {
  const { makers, server } = fleet
  const us = await server.person({ organizationId: makers.ours.organizationId, roleIds: [3] })
  const them = await server.person({ organizationId: makers.theirs.organizationId, roleIds: [3] })
  const narrowed = await server.person({ narrowing: { O: [String(makers.theirs.operatorId)] } })
  const bounded = await server.person({ narrowing: { O: [String(makers.ours.operatorId)] } })
  for (const person of [us, them, narrowed, bounded]) await wants(person)
  const [mine, foreign] = [await fleet.cabinets(2), await fleet.cabinets(2, { of: makers.theirs })]
  const id = await batch([...mine, ...foreign], [...mine, ...foreign.slice(1)], { failureThreshold: 1 })
  const { code } = await fleet.detail(id)
  await told()
  // The platform's roll-out: manufacturers do not see it, and of its devices each sees their own.
  expect(await inbox(us)).toEqual([])
  expect(await inbox(them)).toEqual([])
  expect(await inbox(narrowed)).toMatchObject([{ title: `${code}：批量设置已完成，失败 1，成功 1` }])
  expect(await inbox(bounded)).toMatchObject([{ title: `${code}：批量设置已完成，失败 2，成功 0` }])
})

test('a manufacturer is told of its own, and whoever may not look at batches of none', async () => {
  const { makers, server } = fleet
  const { organizationId } = makers.ours
  const us = await server.person({ organizationId, roleIds: [3] })
  const colleague = await server.person()
  const [role] = await makers.sql<{ id: string }>(
    `with made as (insert into roles (name, code) values ('只看通知', 'NOTICES') returning id)
     insert into role_menus (role_id, menu_id) select made.id, menus.id from made, menus
     where url = 'maintenance/notification' returning role_id as id`,
  )
  const blind = await server.person({ organizationId, roleIds: [Number(role?.id)] })
  for (const person of [us, blind]) await wants(person)
  await wants(colleague, { organizationIds: [makers.theirs.organizationId] })
  const devices = await fleet.cabinets(2)
  await us.call(batchSettings.create, {
    entitys: [{ id: '02121005', value: 90 }],
    queryParam: { code: devices.map(({ code }) => code).join(',') },
    paramSetRule: { upgradeCount: 50, interval: 3 },
  })
  await fleet.tick()
  await fleet.answer({ result: 0, reason: 'differs' })
  await fleet.tick()
  await told()
  expect(await inbox(us)).toMatchObject([{ kind: 'rolloutFailures' }])
  expect(await inbox(blind)).toEqual([])
  expect(await inbox(colleague)).toEqual([])
})

test('a rule that names manufacturers, types or places asks for roll-outs that reach them', async () => {
  const { makers, server } = fleet
  const { organizationId } = makers.theirs
  const people = await Promise.all(
    [
      { organizationIds: [organizationId] },
      { organizationIds: [organizationId], equipTypeIds: [3] },
      { equipTypeIds: [1] },
      { regionCodes: ['110000'] },
    ].map(async (traits) => {
      const person = await server.person()
      await wants(person, traits)
      return person
    }),
  )
  const devices = [...(await fleet.cabinets(1)), ...(await fleet.cabinets(1, { of: makers.theirs }))]
  await batch(devices, devices, { failureThreshold: 1 })
  await told()
  const counts = await Promise.all(people.map(async (person) => (await inbox(person)).length))
  expect(counts).toEqual([1, 1, 0, 0])
})
