import type pg from 'pg'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { forgetDeadInstances, markSilence } from './presence-queries.ts'

const SWEEP_MS = 15_000
const SILENCE_MS = 30_000
/** A device reports once a minute at the least. */
const SILENT_SECONDS = 180
const DAY_MS = 86_400_000
const QUARANTINE_DAYS = 30

export interface FleetNews {
  onChanged: (deviceIds: number[]) => void
  /** Devices that went offline together because the process that held them is dead: one event. */
  onFleetLost: (deviceIds: number[]) => void
}

/** How long after its lease has run out an instance's devices are still believed to be online. */
export const GRACE_SECONDS = 90

interface Holding {
  /** False behind a broker of the operator's own: connections outlive the process that speaks for them. */
  readonly holdsConnections: boolean
  readonly graceSeconds?: number | undefined
}

export function linkJobs(
  { onChanged, onFleetLost }: FleetNews,
  { holdsConnections, graceSeconds = GRACE_SECONDS }: Holding,
): readonly Tick[] {
  const deadInstances: Tick = {
    name: 'dead instances',
    everyMs: SWEEP_MS,
    run: async (db) => {
      const lost = await forgetDeadInstances(db, graceSeconds)
      if (lost.length) onFleetLost(lost)
    },
  }
  return [
    ...(holdsConnections ? [deadInstances] : []),
    {
      name: 'silent devices',
      everyMs: SILENCE_MS,
      run: async (db) => {
        const changed = await markSilence(db, SILENT_SECONDS)
        if (changed.length) onChanged(changed)
      },
    },
    { name: 'quarantine retention', everyMs: DAY_MS, run: forgetOld },
  ]
}

async function forgetOld(db: pg.Pool): Promise<void> {
  await db.query('delete from quarantine where received_at < now() - make_interval(days => $1)', [
    QUARANTINE_DAYS,
  ])
}
