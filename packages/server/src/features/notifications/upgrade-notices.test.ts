import { notifications } from '@wattkeeper/contracts/api/notifications'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { type UpgradingDevice, plantVersion } from '../../testing/upgrades.ts'
import { gather } from './gather.ts'
import { inbox, plain } from './testing/scene.ts'

let fleet: OperatedFleet
beforeAll(async () => {
  fleet = await startOperatedFleet()
})
afterAll(() => fleet.stop())

/** Ordered by a person, and the device says that it failed. */
async function failOn(device: UpgradingDevice, versionId: number, by: Person): Promise<void> {
  await device.connect()
  await device.info(['bms', '1.0'])
  await by.call(upgrades.send, { equipId: device.id, versionId })
  await eventually(
    async () => device.heard.length,
    (heard) => heard > 0,
  )
  await device.progress(2, 10, { message: 'no room' })
  await eventually(
    () => fleet.ask('select from upgrade_jobs where device_id = $1 and finished_at is not null', [device.id]),
    (rows) => rows.length > 0,
  )
}

test('whoever asked is told which upgrades of their devices failed, and nobody else is', async () => {
  const { server, planted } = fleet
  const person = (of: { organizationId: number }) =>
    server.person({ organizationId: of.organizationId, roleIds: [3] })
  const [us, them] = [await person(planted.ours), await person(planted.theirs)]
  const platform = await server.person()
  for (const each of [us, them, platform])
    await each.call(notifications.createRule, { ...plain, kinds: ['upgradeFailed'] })
  const versionId = await plantVersion(server, { version: '7.0' })
  const [mine, another] = [await fleet.upgrading(), await fleet.upgrading({ of: planted.theirs })]
  await failOn(mine, versionId, us)
  server.clock.advance(6_000)
  await gather(server.services)
  const title = `${mine.code}：电池管理板 升级到 7.0 失败：设备报告升级失败`
  expect(await inbox(us)).toMatchObject([{ kind: 'upgradeFailed', equipId: mine.id, rolloutId: null, title }])
  expect(await inbox(them)).toEqual([])
  await failOn(another, versionId, them)
  server.clock.advance(31_000)
  await gather(server.services)
  expect(await inbox(us)).toHaveLength(1)
  expect(await inbox(them)).toMatchObject([{ equipId: another.id }])
  expect(await inbox(platform)).toHaveLength(2)
})

test('an upgrade whose device was deleted has not failed', async () => {
  const { server } = fleet
  const platform = await server.person()
  await platform.call(notifications.createRule, { ...plain, kinds: ['upgradeFailed'] })
  const device = await fleet.upgrading()
  await device.connect()
  await device.info(['bms', '1.0'])
  await platform.call(upgrades.send, { equipId: device.id, versionId: await plantVersion(server) })
  await device.cut()
  await fleet.ask('delete from devices where id = $1', [device.id])
  server.clock.advance(31_000)
  await gather(server.services)
  expect(await inbox(platform)).toEqual([])
})
