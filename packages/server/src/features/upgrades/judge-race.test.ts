import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import { query } from '../../testing/server.ts'
import { plantVersion } from '../../testing/upgrades.ts'
import { judged } from './testing/judged.ts'

let fleet: OperatedFleet
beforeAll(async () => {
  fleet = await startOperatedFleet()
})
afterAll(() => fleet.stop())

const minute = 60_000

/** From now on every moment is as it is for a word that comes right after the moments were written down. */
const forgetMoments = () =>
  query(
    fleet.server.urls.superuser,
    `create function forget_moments() returns trigger language plpgsql as $$
     begin new.progress_at = null; new.proving_since = null; return new; end $$;
     create trigger forget_moments before update on upgrade_jobs for each row execute function forget_moments()`,
  )

test('a word that comes in the middle of the judging is not taken for ten minutes of silence', async () => {
  const device = await fleet.upgrading()
  await device.connect()
  await device.info(['bms', '1.0'])
  const staff = await fleet.server.person()
  const versionId = await plantVersion(fleet.server, { version: '2.0' })
  // Whoever judges has listened for so long that silence would mean something.
  fleet.server.clock.advance(30 * minute)
  await forgetMoments()
  await staff.call(upgrades.send, { equipId: device.id, versionId })
  const stateOf = async () => {
    const text = 'select state from upgrade_jobs where device_id = $1'
    const [row] = await fleet.ask<{ state: string }>(text, [device.id])
    return row?.state
  }
  await eventually(
    async () => device.heard.length,
    (heard) => heard > 0,
  )
  await device.progress(0, 10)
  await eventually(stateOf, (state) => state !== 'sent')
  expect(await stateOf()).toBe('running')
  await device.progress(1, 100)
  await eventually(stateOf, (state) => state !== 'running')
  // Three judgements later it still is what the device said.
  for (let n = 0; n < 3; n++) await judged(fleet, staff)
  expect(await stateOf()).toBe('proving')
})
