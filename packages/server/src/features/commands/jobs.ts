import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { forgetCommands, takeLapsed } from './queries.ts'
import { type QueuedCommand, SWITCH_VALID_MS, announceQueued, queueCommand } from './queue.ts'
import { LAPSE_MS } from './routes.ts'

const dayMs = 86_400_000
/** As long as the audit that says who gave them. */
const keptMs = 400 * dayMs

export const jobs: readonly Job<Services>[] = [
  { name: 'commands.lapse', schedule: '* * * * *', run: endLapsedReports },
  {
    name: 'commands.forgetOld',
    schedule: '50 3 * * *',
    async run({ database, clock }) {
      const before = new Date(clock.now() - keptMs).toISOString()
      while ((await forgetCommands(database.system, before)) > 0);
    },
  },
]

/** Fast reports that nobody watches any more cost the device's battery and our storage. */
export async function endLapsedReports({ database, bus, clock }: Services): Promise<void> {
  const since = new Date(clock.now() - LAPSE_MS).toISOString()
  const queued = await database.system.transaction().execute(async (db) => {
    const ended: QueuedCommand[] = []
    for (const { deviceId, board } of await takeLapsed(db, since)) {
      const body =
        board === '' ? ({ kind: 'upload', value: 0 } as const) : ({ kind: 'set', board, value: 0 } as const)
      const signal = `upload:${board}`
      ended.push(
        await queueCommand(db, {
          deviceId,
          body,
          signal,
          source: 'auto',
          validForMs: SWITCH_VALID_MS,
          now: clock.now(),
        }),
      )
    }
    return ended
  })
  announceQueued(bus, queued)
}
