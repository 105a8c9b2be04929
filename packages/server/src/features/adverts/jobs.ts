import type { Services } from '../../context.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { publish } from './publish.ts'

const everyMs = 5_000

/** Starts, ends, screens that are new and those that did not follow: all are seen by looking at the rows again. */
export const ticks: readonly Tick<Services>[] = [{ name: 'adverts.publish', everyMs, run: publish }]
