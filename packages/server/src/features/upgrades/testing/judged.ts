import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { eventually } from '../../../testing/device-plane.ts'
import type { OperatedFleet } from '../../../testing/operated-fleet.ts'
import type { Person } from '../../../testing/server.ts'
import { plantVersion } from '../../../testing/upgrades.ts'

/** Resolves when whoever judges has looked once more: it ends what is overdue. */
export async function judged(fleet: OperatedFleet, staff: Person): Promise<void> {
  const other = await fleet.upgrading()
  const versionId = await plantVersion(fleet.server, { version: `3.${other.id}` })
  await fleet.ask(
    `insert into device_parts (device_id, part_type, addr_id, curr_sw_version, reported_at) values ($1, 'bms', 0, '1.0', now())`,
    [other.id],
  )
  await staff.call(upgrades.send, { equipId: other.id, versionId })
  await fleet.ask(`update upgrade_jobs set deadline_at = created_at where device_id = $1`, [other.id])
  await eventually(
    () => fleet.ask<{ state: string }>('select state from upgrade_jobs where device_id = $1', [other.id]),
    ([row]) => row?.state === 'failed',
  )
}
