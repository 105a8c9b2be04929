import type { PartVersion } from '@wattkeeper/contracts/api/device-versions'
import type { UpgradeProgressEntry } from '@wattkeeper/contracts/api/upgrades'

/** One board of a device: what it runs, what it may get, and the newest upgrade of it. */
export interface BoardState {
  readonly key: string
  readonly part: PartVersion
  readonly job: UpgradeProgressEntry | undefined
}

const keyOf = (partType: string, addrId: number): string => `${partType} ${addrId}`

/** What is ordered or under way; nothing else can be ordered for the same board meanwhile. */
export const isUnderWay = ({ state }: Pick<UpgradeProgressEntry, 'state'>): boolean =>
  state === 'waiting' || state === 'sent' || state === 'running' || state === 'proving'

/** The boards in the order of the device's parts; one that was upgraded and is reported no more stands at the end. */
export function boardsOf(
  parts: readonly PartVersion[],
  jobs: readonly UpgradeProgressEntry[],
): readonly BoardState[] {
  const jobOf = new Map(jobs.map((job) => [keyOf(job.boardType, job.addrId), job]))
  const known = parts.map((part): BoardState => {
    const key = keyOf(part.partType, part.addrId)
    return { key, part, job: jobOf.get(key) }
  })
  const keys = new Set(known.map(({ key }) => key))
  const gone = jobs.flatMap((job): BoardState[] => {
    const key = keyOf(job.boardType, job.addrId)
    return keys.has(key) ? [] : [{ key, part: unreported(job), job }]
  })
  return [...known, ...gone]
}

function unreported({ boardType, addrId }: UpgradeProgressEntry): PartVersion {
  const nothing = { versionId: null, fileName: null, version: null, isRelease: null }
  const unknown = { partTypeName: null, currSwVersion: null, hwVersion: null, newestSwVersion: null }
  return { partType: boardType, addrId, ...nothing, ...unknown, canUpgrade: false }
}

/** What an upgrade of everything would do. */
export const upgradable = (boards: readonly BoardState[]): readonly BoardState[] =>
  boards.filter(({ part, job }) => part.canUpgrade && !(job && isUnderWay(job)))

/** Changes when an upgrade ends or begins: then the versions are old. */
export const turnOf = (jobs: readonly UpgradeProgressEntry[]): string =>
  jobs.map(({ id, state }) => `${id} ${state}`).join()
