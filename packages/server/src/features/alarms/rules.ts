/** One value that a device reported for an alarm signal. */
export interface Sample {
  at: number
  ts: number
  value: number
  isLive: boolean
}

export type Analysis = 'BIT' | 'VALUE'

export interface Fault {
  /** The bit's mask, or the value itself. */
  value: number
  bitPosition: number | null
}

/** A maximal run of consecutive samples that contain a fault. */
export interface Run extends Fault {
  startAt: number
  /** The first later sample without the fault; null while none is known. */
  endAt: number | null
  /** The row that shows this run; it moves with the part of a run that an operator is looking at. */
  row?: number
}

export type Place = 'current' | 'history' | 'prospect'

/** Bit by bit, or the value as a whole; 0 is no alarm. */
export function faultsOf(value: number, analysis: Analysis): Fault[] {
  if (value === 0) return []
  if (analysis === 'VALUE') return [{ value, bitPosition: null }]
  const faults: Fault[] = []
  for (let bit = 0; bit < 32; bit++) {
    const mask = 2 ** bit
    if (Math.floor(value / mask) % 2 === 1) faults.push({ value: mask, bitPosition: bit })
  }
  return faults
}

/**
 * The runs of one signal, kept true while samples arrive in any order. It needs to know only the neighbours of what is
 * inserted: the samples around them, and the runs that touch those. History is a pure function of the set of
 * samples; the newest live one decides which runs are current. Without neighbours, open runs are read anew.
 */
export class SignalRuns {
  readonly runs: Run[]
  private readonly samples: Sample[]
  private readonly analysis: Analysis
  newestLive: Pick<Sample, 'at' | 'value'> | undefined

  constructor(known: KnownSignal) {
    this.samples = [...known.samples].sort(byOrder)
    this.runs = known.runs
    this.analysis = known.analysis
    this.newestLive = known.newestLive
  }

  insert(sample: Sample): void {
    const place = this.samples.findIndex((other) => byOrder(sample, other) < 0)
    const index = place < 0 ? this.samples.length : place
    const before = this.samples.length === 0 ? this.readAnew(sample.at) : this.faultsAt(index - 1)
    const after = this.faultsAt(index)
    const next = this.samples[index]
    const here = new Map(faultsOf(sample.value, this.analysis).map((fault) => [fault.value, fault]))
    for (const [value, fault] of here) {
      if (before.has(value)) continue
      if (next && after.has(value)) this.startEarlier(value, next.at, sample.at)
      else this.runs.push({ ...fault, startAt: sample.at, endAt: next?.at ?? null })
    }
    for (const [value, fault] of before)
      if (!here.has(value)) this.cut(fault, sample.at, after.has(value) ? next?.at : undefined)
    this.samples.splice(index, 0, sample)
    if (sample.isLive && (!this.newestLive || sample.at >= this.newestLive.at)) this.newestLive = sample
  }

  /** Current while it holds the newest live sample, history once it is closed, and else not yet either. */
  placeOf({ value, startAt, endAt }: Run): Place {
    const live = this.newestLive
    const holdsLive =
      live !== undefined &&
      startAt <= live.at &&
      (endAt === null || endAt > live.at) &&
      faultsOf(live.value, this.analysis).some((fault) => fault.value === value)
    if (holdsLive) return 'current'
    return endAt === null ? 'prospect' : 'history'
  }

  /**
   * The dictionary has changed since the last sample, which is why it is not among the neighbours: open runs go on if
   * they are still read so, and end here otherwise.
   */
  private readAnew(at: number): Map<number, Fault> {
    const open = this.runs.filter(({ endAt }) => endAt === null)
    const isKept = ({ bitPosition }: Run) => (bitPosition === null) === (this.analysis === 'VALUE')
    for (const run of open) if (!isKept(run)) run.endAt = at
    return new Map(open.filter(isKept).map((run) => [run.value, run]))
  }

  private faultsAt(index: number): Map<number, Fault> {
    const sample = this.samples[index]
    return new Map(sample ? faultsOf(sample.value, this.analysis).map((fault) => [fault.value, fault]) : [])
  }

  private startEarlier(value: number, was: number, startAt: number): void {
    const run = this.runs.find((each) => each.value === value && each.startAt === was)
    if (run) run.startAt = startAt
  }

  /** A sample without the fault inside or at the end of a run: what follows it is a run of its own. */
  private cut({ value, bitPosition }: Fault, at: number, resumesAt: number | undefined): void {
    const run = this.runs
      .filter(
        (each) => each.value === value && each.startAt <= at && (each.endAt === null || each.endAt >= at),
      )
      .reduce<Run | undefined>(
        (latest, each) => (latest && latest.startAt > each.startAt ? latest : each),
        undefined,
      )
    if (!run) return
    if (resumesAt === undefined) {
      run.endAt = at
      return
    }
    const isShown = this.placeOf(run) === 'current'
    const rest: Run = { value, bitPosition, startAt: resumesAt, endAt: run.endAt }
    run.endAt = at
    if (isShown && run.row !== undefined) {
      rest.row = run.row
      delete run.row
    }
    this.runs.push(rest)
  }
}

export interface KnownSignal {
  analysis: Analysis
  samples: readonly Sample[]
  runs: Run[]
  newestLive: Pick<Sample, 'at' | 'value'> | undefined
}

const byOrder = (a: Sample, b: Sample) => a.at - b.at || a.ts - b.ts
