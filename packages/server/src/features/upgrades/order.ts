import type { UpgradeRefusal } from '@wattkeeper/contracts/api/upgrades'
import type { Db } from '../../context.ts'
import type { Facts } from '../../facts.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { holdVersion, versionForOrder } from '../firmware/index.ts'
import * as queries from './order-queries.ts'
import type { Candidate, JobFacts, MadeJob, NewJob, Package, WantedBoard } from './order-queries.ts'

const dayMs = 86_400_000
const instant = (ms: number): string => new Date(ms).toISOString()

interface Circumstances {
  readonly source: 'manual' | 'task'
  readonly createdBy?: number | undefined
  /** Although the device failed three times. */
  readonly insist?: boolean | undefined
  /** Although it has the version already. */
  readonly again?: boolean | undefined
  /** Until when a device that is away is waited for; a day unless said otherwise. Milliseconds since 1970. */
  readonly deadlineAt?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface NewUpgrade extends Circumstances {
  readonly deviceId: number
  readonly versionId: number
  /** Absent: every board of the version's part type, one after the other, with one outcome. */
  readonly addrId?: number | undefined
}

/** A job of one board; what was ordered together for a device shares a group. */
export interface OrderedJob {
  readonly jobId: number
  readonly deviceId: number
  readonly groupId: number
}

export type Ordered = { readonly jobs: readonly OrderedJob[] } | { readonly refused: UpgradeRefusal }

/**
 * Writes down that a device is to get a version, in the caller's transaction; it goes out once that has committed and
 * `announceUpgrades` was called (the sender finds it without, only later).
 */
export async function orderUpgrade(db: Db, upgrade: NewUpgrade): Promise<Ordered> {
  const { deviceId, addrId } = upgrade
  const wanted = await weigh(db, { boards: [{ deviceId, addrId }], ...upgrade })
  if (typeof wanted === 'string') return { refused: wanted }
  // What another board of the device has already needs no second order; if all have it, that is the answer.
  const meant = wanted.filter(({ refused }) => refused !== 'upToDate')
  const refused = meant.find((each) => each.refused !== undefined)?.refused
  if (refused !== undefined) return { refused }
  if (meant.length === 0) return { refused: 'upToDate' }
  const jobs = meant.map((each, position) => newJob(each, { position, group: 0 }))
  return placed(await queries.insertJobs(db, jobs, factsOf(upgrade)), jobs.length)
}

export interface NewUpgrades extends Circumstances {
  readonly versionId: number
  readonly boards: readonly Required<WantedBoard>[]
}

/** The same for many boards, each for itself; answers in their order. */
export async function orderUpgrades(
  db: Db,
  upgrade: NewUpgrades,
): Promise<({ readonly job: OrderedJob } | { readonly refused: UpgradeRefusal })[]> {
  if (upgrade.boards.length === 0) return []
  const wanted = await weigh(db, upgrade)
  if (typeof wanted === 'string') return upgrade.boards.map(() => ({ refused: wanted }))
  const jobs = wanted.flatMap((each, group) =>
    each.refused === undefined ? [newJob(each, { position: 0, group })] : [],
  )
  const made = new Map((await queries.insertJobs(db, jobs, factsOf(upgrade))).map((job) => [job.group, job]))
  return wanted.map(({ refused }, group) => {
    const job = made.get(group)
    return job ? { job: orderedJob(job) } : { refused: refused ?? 'busy' }
  })
}

/** Every board of a device that has a newer release, in the order in which boards are upgraded. */
export async function orderNewest(
  db: Db,
  upgrade: Circumstances & { readonly deviceId: number; readonly order: readonly string[] },
): Promise<Ordered | 'nothingNewer'> {
  const { deviceId, order } = upgrade
  const newer = await queries.newerParts(db, deviceId)
  if (newer.length === 0) return 'nothingNewer'
  const jobs: NewJob[] = []
  for (const { versionId, addrId } of inOrder(newer, order)) {
    const weighed = await weigh(db, { boards: [{ deviceId, addrId }], versionId, ...upgrade })
    if (typeof weighed === 'string') return { refused: weighed }
    const [each] = weighed
    if (!each) continue
    if (each.refused !== undefined) return { refused: each.refused }
    jobs.push(newJob(each, { position: jobs.length, group: 0 }))
  }
  return placed(await queries.insertJobs(db, jobs, factsOf(upgrade)), jobs.length)
}

/** Parts that the order does not name come before its last ones: those carry the connection. */
export function inOrder<Part extends { readonly partType: string; readonly addrId: number }>(
  parts: readonly Part[],
  order: readonly string[],
): Part[] {
  const placeOf = ({ partType }: Part) => {
    const place = order.indexOf(partType)
    return place < 0 ? order.indexOf('*') : place
  }
  return parts.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.partType.localeCompare(b.partType) || a.addrId - b.addrId,
  )
}

interface Weighed {
  readonly candidate: Candidate
  readonly package: Package
  readonly refused: UpgradeRefusal | undefined
}

interface Weighing extends Circumstances {
  readonly boards: readonly WantedBoard[]
  readonly versionId: number
}

async function weigh(
  db: Db,
  { boards, versionId, insist = false, again = false, now }: Weighing,
): Promise<Weighed[] | 'noVersion' | 'notApproved'> {
  const what = (await holdVersion(db, versionId)) ? await versionForOrder(db, versionId) : undefined
  if (!what) return 'noVersion'
  if (!what.isApproved) return 'notApproved'
  const found = await queries.candidates(db, { boards, versionId, since: instant(now - dayMs) })
  return found.map((candidate) => ({
    candidate,
    package: what,
    refused: refusalOf(candidate, { insist, again }),
  }))
}

/** What speaks against an upgrade, the most telling first. */
export function refusalOf(
  candidate: Candidate,
  { insist, again }: { readonly insist: boolean; readonly again: boolean },
): UpgradeRefusal | undefined {
  if (candidate.equipTypeId === null) return 'noDevice'
  if (candidate.isWrongType) return 'wrongType'
  if (candidate.addrId === null) return 'noSuchPart'
  if (!candidate.fits) return 'wrongHardware'
  if (candidate.isBusy) return 'busy'
  if (candidate.hasIt && !again) return 'upToDate'
  if (candidate.isLeftAlone && !insist) return 'penalty'
  return undefined
}

const newJob = (
  { candidate, package: what }: Weighed,
  place: { position: number; group: number },
): NewJob => ({
  ...place,
  deviceId: candidate.deviceId,
  addrId: candidate.addrId ?? 0,
  versionBefore: candidate.currSwVersion,
  package: what,
})

const factsOf = ({ source, createdBy, deadlineAt, now }: Circumstances): JobFacts => ({
  source,
  createdAt: instant(now),
  deadlineAt: instant(deadlineAt ?? now + dayMs),
  createdBy: createdBy ?? null,
})

const orderedJob = ({ id, deviceId, groupId }: MadeJob): OrderedJob => ({ jobId: id, deviceId, groupId })

/** All boards or none: another order that was quicker makes the transaction fail with whoever asked. */
function placed(made: readonly MadeJob[], wanted: number): Ordered {
  return made.length < wanted ? { refused: 'busy' } : { jobs: made.map(orderedJob) }
}

/** One NOTIFY carries at most 8,000 bytes. */
const IDS_A_MESSAGE = 200

/** To be called after the commit: wakes whoever holds the devices' sessions, and tells those who watch. */
export function announceUpgrades(
  bus: Bus<Facts>,
  jobs: readonly Pick<OrderedJob, 'jobId' | 'deviceId'>[],
): void {
  for (let i = 0; i < jobs.length; i += IDS_A_MESSAGE) {
    const some = jobs.slice(i, i + IDS_A_MESSAGE)
    const deviceIds = [...new Set(some.map(({ deviceId }) => deviceId))]
    bus.announce('upgradesQueued', { deviceIds })
    bus.announce('upgradesChanged', { jobIds: some.map(({ jobId }) => jobId), deviceIds })
  }
}
