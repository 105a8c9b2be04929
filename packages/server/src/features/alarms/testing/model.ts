import { faultsOf } from '../rules.ts'
import type { Analysis, Sample } from '../rules.ts'

export interface Shown {
  value: number
  startAt: number
  endAt: number | null
  place: 'current' | 'history'
}

/**
 * What alarms and history must say of a set of samples, by the plainest reading of the rules: walk all of them in
 * order for each fault. Of samples with the same ts the first in the list counts.
 */
export function modelOf(given: readonly Sample[], analysis: Analysis): Shown[] {
  const samples = [...new Map(given.toReversed().map((sample) => [sample.ts, sample])).values()].sort(
    (a, b) => a.at - b.at,
  )
  const newestLive = samples.findLast(({ isLive }) => isLive)
  const faults = new Set(
    samples.flatMap(({ value }) => faultsOf(value, analysis).map((fault) => fault.value)),
  )
  return [...faults].flatMap((fault) => {
    const has = (sample: Sample) => faultsOf(sample.value, analysis).some(({ value }) => value === fault)
    return runsOf(samples, has).flatMap(({ first, endAt, members }): Shown[] => {
      if (newestLive && members.includes(newestLive))
        return [{ value: fault, startAt: first.at, endAt: null, place: 'current' }]
      return endAt === null ? [] : [{ value: fault, startAt: first.at, endAt, place: 'history' }]
    })
  })
}

interface PlainRun {
  first: Sample
  members: Sample[]
  endAt: number | null
}

function runsOf(samples: readonly Sample[], has: (sample: Sample) => boolean): PlainRun[] {
  const runs: PlainRun[] = []
  let open: PlainRun | undefined
  for (const sample of samples) {
    if (has(sample)) {
      if (open) open.members.push(sample)
      else runs.push((open = { first: sample, members: [sample], endAt: null }))
    } else if (open) {
      open.endAt = sample.at
      open = undefined
    }
  }
  return runs
}
