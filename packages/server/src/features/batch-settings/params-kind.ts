import type { Setting } from '@wattkeeper/contracts/api/commands'
import type { Db, Services } from '../../context.ts'
import type { QueuedCommand } from '../commands/index.ts'
import { announceQueued, paramWiring, queueCommands, withdrawCommands } from '../commands/index.ts'
import type { Dispatch, DispatchOrder, DispatchTarget, RolloutKind } from '../rollouts/index.ts'
import { conditionOf } from '../rollouts/index.ts'
import { cabinetsOf, hasSignedIn, valuesBefore } from './queries.ts'

const hourMs = 3_600_000

/** A roll-out that sets parameters: a command for each device, proven by reading back. */
export const paramsKind: RolloutKind = {
  name: 'params',

  async candidates(db, { selection }) {
    return cabinetsOf(await conditionOf(db, selection))
  },

  dispatch,

  announce(services: Services, dispatched) {
    const queued: QueuedCommand[] = dispatched.map(({ workId, deviceId }) => ({
      ...{ commandId: workId, deviceId },
      superseded: [],
    }))
    announceQueued(services.bus, queued)
  },

  withdraw: withdrawCommands,
  hasReturned: hasSignedIn,
}

async function dispatch(
  db: Db,
  order: DispatchOrder,
  targets: readonly DispatchTarget[],
): Promise<readonly Dispatch[]> {
  const settingsOf = ({ body }: DispatchTarget): readonly Setting[] => (body ?? order.body).params ?? []
  const ids = new Set(targets.flatMap((target) => settingsOf(target).map(({ id }) => id)))
  const known = await valuesBefore(db, { deviceIds: targets.map(({ deviceId }) => deviceId), ids: [...ids] })
  const wire = await paramWiring(db)
  const queued = await queueCommands(db, {
    kind: 'param',
    source: 'manual',
    validForMs: order.deadlineHours * hourMs,
    now: order.now,
    ...(order.createdBy !== null && { createdBy: order.createdBy }),
    commands: targets.map((target) => {
      const paramList = wire(settingsOf(target))
      const signals = paramList.map(({ id }) => `param:${id}`)
      return { deviceId: target.deviceId, body: { kind: 'param', paramList }, signals }
    }),
  })
  const works = new Map(queued.map(({ deviceId, commandId }) => [deviceId, commandId]))
  return targets.map((target): Dispatch => {
    const { targetId, deviceId } = target
    const workId = works.get(deviceId)
    if (workId === undefined) return { targetId, skipped: 'deviceDeleted' }
    const valueBefore = settingsOf(target).map(({ id }) => ({
      ...{ id, value: known.get(`${deviceId} ${id}`) ?? null },
    }))
    return { targetId, workId, valueBefore }
  })
}
