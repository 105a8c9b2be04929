import type { Tick } from '../../platform/jobs/ticking.ts'
import type { Lanes } from './lanes.ts'

const DEADLINES_MS = 1_000
const REREAD_MS = 5_000

/** What the process that holds sessions does again and again for the lanes. */
export const laneTicks = (lanes: Lanes): readonly Tick[] => [
  { name: 'deadlines of commands', everyMs: DEADLINES_MS, run: () => lanes.passDeadlines() },
  { name: 'waiting commands', everyMs: REREAD_MS, run: () => lanes.reread() },
]
