import type { Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import { endLink, releaseFile } from '../device-files/index.ts'
import * as queries from './queries.ts'
import { type Outcome, judge } from './rules.ts'

export interface Settled {
  readonly outcome: Outcome | 'cancelled'
  /** What the device said. */
  readonly message: string | null
  readonly name: string | null
  readonly key: string | null
  readonly fileType: string
}

const outcomes: readonly Settled['outcome'][] = [
  ...(['stored', 'empty', 'refused', 'silent'] as const),
  ...(['late', 'tooLarge', 'cancelled'] as const),
]

/** Ends an extraction that is over; whoever looks does it, once. Undefined while it goes on. */
export async function settle(services: Services, id: number): Promise<Settled | undefined> {
  const stand = await queries.standOf(services.database.system, id)
  if (!stand) return { outcome: 'cancelled', message: null, name: null, key: null, fileType: '' }
  const known = outcomes.find((each) => each === stand.state)
  if (known) return { outcome: known, ...stand }
  const outcome = judge(stand, services.clock.now())
  if (outcome === 'waiting') return undefined
  return end(services, stand, outcome)
}

/** Nobody waits any more: the device's link closes. What has arrived already is kept. */
export async function cancel(services: Services, id: number): Promise<Settled> {
  const settled = await settle(services, id)
  const stand = settled ? undefined : await queries.standOf(services.database.system, id)
  if (stand) return end(services, stand, 'cancelled')
  return settled ?? { outcome: 'cancelled', message: null, name: null, key: null, fileType: '' }
}

type Stand = NonNullable<Awaited<ReturnType<typeof queries.standOf>>>

async function end(services: Services, stand: Stand, outcome: Settled['outcome']): Promise<Settled> {
  const { id, linkId, fileId, key, fileType, commandMessage } = stand
  const finishedAt = new Date(services.clock.now()).toISOString()
  const isKept = outcome === 'stored'
  const name = isKept ? nameOf(stand, services) : null
  const message = outcome === 'refused' ? commandMessage : null
  const ending = { state: outcome, finishedAt, message, name, fileId: isKept ? fileId : null }
  const isOurs = await queries.endExtraction(services.database.system, id, ending)
  if (isOurs && !isKept && linkId !== null) await endLink(services, linkId)
  if (isOurs && !isKept && fileId !== null) await releaseFile(services, fileId)
  return { outcome, message, name, key, fileType }
}

/** `WK0001_SYSTEM_20261121093015_12.log`: the device, what, when it was asked for, and what tells it from others. */
function nameOf({ id, deviceCode, level, fileType, createdAt }: Stand, { timeZone }: Services): string {
  const at = wallClock(timeZone)(createdAt).replaceAll(/\D/g, '')
  return `${deviceCode}_${level}_${at}_${id}.${fileType}`
}
