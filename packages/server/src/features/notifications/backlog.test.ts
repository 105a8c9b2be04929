import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestFleet, say, startTestFleet } from '../../testing/device-plane.ts'

let fleet: TestFleet
beforeAll(async () => {
  fleet = await startTestFleet()
  await fleet.ask(
    `with person as (
       insert into users (organization_id, user_name, login_name, password_hash) values (1, '值班', 'duty', '')
       returning id, organization_id
     )
     insert into notification_rules (user_id, organization_id, name, kinds)
     select id, organization_id, '全部', '{alarm}' from person`,
  )
})
afterAll(() => fleet.stop())

const occurrences = (deviceId: number) =>
  fleet.ask<{ code: string }>(
    'select semaphore_code as code from notification_occurrences where device_id = $1 order by id',
    [deviceId],
  )

const minute = 60_000

test('declared history notifies nobody, whether it ended or goes on; what is live does', async () => {
  const device = await fleet.device()
  const client = await fleet.connect(device)
  const now = Date.now()
  await say(client, 'alarms', [
    { ts: now - 30 * minute, values: { '03011001': 1 } },
    { ts: now - 20 * minute, values: { '03011001': 0 } },
  ])
  await say(client, 'alarms', { ts: now - 10 * minute, backlog: true, values: { '03011002': 2 } })
  expect(await fleet.ask('select id from events where device_id = $1', [device.id])).not.toEqual([])
  expect(await occurrences(device.id)).toEqual([])
  await say(client, 'alarms', { ts: now, values: { '03011003': 1 } })
  expect(await occurrences(device.id)).toEqual([{ code: '03011003' }])
})
