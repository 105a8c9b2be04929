import { commands } from '@wattkeeper/contracts/api/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import type { ObedientDevice } from '../../testing/obedient-device.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { jobs } from './jobs.ts'
import { queueCommand } from './queue.ts'

let fleet: OperatedFleet
let engineer: Person

beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterAll(() => fleet.stop())

const log = async ({ id }: ObedientDevice) =>
  (await engineer.call(commands.log, { equipId: id, pageNum: 1, pageSize: 50 })).rows
const upload = ({ id }: ObedientDevice) => engineer.call(commands.uploadSwitch, { equipId: id, value: 1 })

test('a command that nobody announced is found', async () => {
  const device = await fleet.device()
  await device.connect()
  await fleet.server.database.system
    .transaction()
    .execute((db) => queueCommand(db, { deviceId: device.id, body: { kind: 'ping' }, source: 'auto' }))
  const [row] = await eventually(
    () => log(device),
    ([first]) => first?.state === 'done',
  )
  expect(row).toMatchObject({ kind: 'ping', origin: 'auto', result: 1 })
})

test('a command that breaks its device each time has failed after ten sendings', async () => {
  const device = await fleet.device()
  device.manner = 'vanish'
  await device.connect()
  await upload(device)
  for (let sending = 1; sending < 10; sending++) {
    await eventually(
      () => log(device),
      ([row]) => row?.attempts.length === sending && row.state === 'waiting',
    )
    await device.connect()
  }
  const [row] = await eventually(
    () => log(device),
    ([first]) => first?.state === 'done',
  )
  expect(row).toMatchObject({ result: 0, reason: 'noAnswer', retryCount: 9 })
  expect(device.acted).toHaveLength(1)
})

test('a burst for many devices reaches each of them, in the order of each', async () => {
  const devices = await Promise.all(Array.from({ length: 40 }, () => fleet.device()))
  const kinds = ['bms', 'pcs', 'sc'] as const
  for (const type of kinds)
    await Promise.all(
      devices.map(({ id }) => engineer.call(commands.setting, { equipId: id, type, value: 1 })),
    )
  await Promise.all(devices.map((device) => device.connect()))
  await eventually(
    async () => devices.map(({ acted }) => acted.length),
    (counts) => counts.every((count) => count === kinds.length),
  )
  for (const { acted } of devices)
    expect(acted.map((command) => 'board' in command && command.board)).toEqual([...kinds])
  await eventually(
    () => fleet.ask<{ state: string }>(`select state from commands where state in ('waiting', 'sent')`),
    (open) => open.length === 0,
  )
})

test('commands are forgotten 400 days after their end, with their attempts', async () => {
  const device = await fleet.device()
  await device.connect()
  const { commandId } = await upload(device)
  await eventually(
    () => log(device),
    ([row]) => row?.state === 'done',
  )
  const forget = jobs.find(({ name }) => name === 'commands.forgetOld')
  await forget?.run(fleet.server.services)
  expect(await log(device)).toHaveLength(1)
  await fleet.ask(`update commands set finished_at = now() - interval '401 days' where id = $1`, [commandId])
  await forget?.run(fleet.server.services)
  expect(await log(device)).toEqual([])
  expect(await fleet.ask('select from command_attempts where command_id = $1', [commandId])).toEqual([])
})
