import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedPlatform, startSimulatedPlatform, until } from './testing/simulated-fleet.ts'

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
}, 60_000)
afterAll(() => platform.stop())

const patience = 120_000
const soakMs = 121_000

test('a simulated device fetches, proves and runs what it is sent', { timeout: patience }, async () => {
  const { simulate, release, admin, server, ask } = platform
  const [device] = await simulate({ devices: 1, kinds: 'portable', seed: 'honest' })
  const versionId = await release('P-BMS-01', 'bms', '7.1')
  await admin.call(upgrades.send, { equipId: device?.id ?? 0, versionId })
  await until(
    () => ask<{ ok: boolean }>('select is_reported and heard_at is not null as ok from upgrade_jobs'),
    ([row]) => row?.ok === true,
  )
  server.clock.advance(soakMs)
  const [row] = await until(
    async () => (await admin.call(upgrades.log, { equipId: device?.id ?? 0, pageNum: 1, pageSize: 10 })).rows,
    ([row]) => row?.result !== 0,
  )
  expect(row).toMatchObject({ state: 'success', version: '7.1' })
})
