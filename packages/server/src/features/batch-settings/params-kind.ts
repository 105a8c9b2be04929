import type { Setting } from '@wattkeeper/contracts/api/commands'
import type { Db, Services } from '../../context.ts'
import type { QueuedCommand } from '../commands/index.ts'
import { announceQueued, paramWiring, queueCommand, withdrawCommands } from '../commands/index.ts'
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
  const dispatches: Dispatch[] = []
  for (const target of targets) {
    const { targetId, deviceId } = target
    const own = settingsOf(target)
    const paramList = wire(own)
    const { commandId } = await queueCommand(db, {
      deviceId,
      body: { kind: 'param', paramList },
      source: 'manual',
      signal: paramList.map(({ id }) => `param:${id}`),
      validForMs: order.deadlineHours * hourMs,
      now: order.now,
      ...(order.createdBy !== null && { createdBy: order.createdBy }),
    })
    const valueBefore = own.map(({ id }) => ({ id, value: known.get(`${deviceId} ${id}`) ?? null }))
    dispatches.push({ targetId, workId: commandId, valueBefore })
  }
  return dispatches
}
