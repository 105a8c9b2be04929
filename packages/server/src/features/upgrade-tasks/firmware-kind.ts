import { upgradeProblems } from '@wattkeeper/contracts/api/upgrades'
import { fail } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { versionForOrder } from '../firmware/index.ts'
import type { Dispatch, DispatchOrder, DispatchTarget, RolloutKind } from '../rollouts/index.ts'
import { conditionOf, versionOf } from '../rollouts/index.ts'
import { announceUpgrades, cancelWaiting, orderUpgrades } from '../upgrades/index.ts'

const hourMs = 3_600_000
/** Refusals that pass by themselves: such a device gives its place to the next. */
const passing: ReadonlySet<string> = new Set(['busy', 'penalty'])

/** A roll-out that upgrades firmware: one upgrade for each board, proven by what the device reports. */
export const firmwareKind: RolloutKind = {
  name: 'firmware',

  async candidates(db, { selection, versionId }) {
    const version = await versionForOrder(db, versionId ?? 0)
    if (!version) return fail(upgradeProblems.noVersion)
    // Devices that are named one by one are told why they are skipped; a filter means devices of the version's type.
    const isNamed = selection.code !== undefined && selection.code !== ''
    const { equipTypeId } = version
    const condition = await conditionOf(db, isNamed ? selection : { ...selection, equipTypeId })
    return sql`
      select d.id as device_id, v.part_type, coalesce(part.addr_id, 0) as addr_id, part.curr_sw_version as version_before,
        case when d.equip_type_id <> v.equip_type_id then 'wrongType'
          when part.device_id is null then 'noSuchPart'
          when not firmware_fits(v, d.equip_model_id, part.hw_version) then 'wrongHardware'
          when part.curr_sw_version <> '' and version_numbers(part.curr_sw_version) = v.rank then 'upToDate' end as skipped,
        null::jsonb as body
      from devices d join software_versions v on v.id = ${version.versionId}
      left join device_parts part on part.device_id = d.id and part.part_type = v.part_type
      where ${condition}`
  },

  dispatch,

  announce({ bus }, dispatched) {
    announceUpgrades(
      bus,
      dispatched.map(({ workId, deviceId }) => ({ jobId: workId, deviceId })),
    )
  },

  withdraw: (db, workIds, now) => cancelWaiting(db, workIds, new Date(now).toISOString()),
}

async function dispatch(
  db: Db,
  order: DispatchOrder,
  targets: readonly DispatchTarget[],
): Promise<readonly Dispatch[]> {
  const versionId = versionOf(order.body) ?? 0
  const dispatches: Dispatch[] = []
  for (const insist of [false, true]) {
    const some = targets.filter(({ insists }) => insists === insist)
    const ordered = await orderUpgrades(db, {
      boards: some.map(({ deviceId, addrId }) => ({ deviceId, addrId })),
      ...{ versionId, insist, source: 'task', createdBy: order.createdBy ?? undefined },
      ...{ now: order.now, deadlineAt: order.now + order.deadlineHours * hourMs },
    })
    for (const [place, { targetId }] of some.entries()) {
      const answer = ordered[place]
      if (answer && 'job' in answer) dispatches.push({ targetId, workId: answer.job.jobId })
      else dispatches.push(refused(targetId, answer?.refused ?? 'busy'))
    }
  }
  return dispatches
}

const refused = (targetId: number, reason: string): Dispatch =>
  passing.has(reason) ? { targetId, notYet: reason } : { targetId, skipped: reason }
