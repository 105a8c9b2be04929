import type { Tx } from '../../platform/link/messages.ts'
import { applyChanges } from './ingest-changes.ts'
import type { SignalChange } from './ingest-changes.ts'
import * as queries from './ingest-queries.ts'
import type { SampleRow, SignalInfo, SignalKey, SignalState, StoredRun } from './ingest-queries.ts'
import { SignalRuns } from './rules.ts'
import type { Sample } from './rules.ts'

/**
 * Stores samples and brings alarms, history and events in line with them. A sample newer than all others of its signal
 * needs only its predecessor (the usual case); a late one or backlog has its neighbourhood read first.
 */
export async function storeSamples(tx: Tx, rows: SampleRow[]): Promise<void> {
  const signals = distinctSignals(rows)
  const states = new Map((await queries.lockStates(tx, signals)).map((state) => [keyOf(state), state]))
  const known = rows.filter((row) => states.has(keyOf(row)))
  if (known.length === 0) return
  const fresh = await queries.insertSamples(tx, known)
  await countRepeats(tx, known, fresh.length)
  const changing: Arrivals[] = []
  for (const [key, samples] of Map.groupBy(fresh, keyOf)) {
    const state = states.get(key)
    if (!state) continue
    if (!isRepetition(state, samples)) changing.push({ state: { ...state }, samples })
    advance(state, samples)
  }
  if (changing.length) await change(tx, changing)
  await queries.saveStates(tx, [...states.values()])
}

interface Arrivals {
  /** The signal's state before these samples. */
  state: SignalState
  samples: Sample[]
}

async function change(tx: Tx, changing: readonly Arrivals[]): Promise<void> {
  const codes = [...new Set(changing.map(({ state }) => state.semaphoreCode))]
  const infos = await queries.describeSignals(tx, codes)
  const states = changing.map(({ state }) => state)
  const open = Map.groupBy(await queries.openRuns(tx, states), ({ row }) => rowKey(row))
  const changes: SignalChange[] = []
  for (const arrivals of changing) {
    const info = infos.get(arrivals.state.semaphoreCode) ?? UNKNOWN
    changes.push(await changeOf(tx, arrivals, { info, open: open.get(keyOf(arrivals.state)) ?? [] }))
  }
  await applyChanges(tx, changes)
}

/** A signal that no dictionary knows opens all the same, its value as it is. */
const UNKNOWN: SignalInfo = { analysis: 'VALUE', level: null }

interface KnownRuns {
  info: SignalInfo
  open: StoredRun[]
}

async function changeOf(
  tx: Tx,
  { state, samples }: Arrivals,
  { info, open }: KnownRuns,
): Promise<SignalChange> {
  const { neighbours, closed } = isInOrder(state, samples)
    ? { neighbours: lastSample(state), closed: [] }
    : await neighbourhood(tx, state, samples)
  const stored = [...open, ...closed]
  const signal = new SignalRuns({
    analysis: info.analysis,
    samples: neighbours,
    runs: stored.map(({ run }, row) => ({ ...run, row })),
    newestLive: liveSample(state),
  })
  for (const sample of samples.toSorted((a, b) => a.at - b.at)) signal.insert(sample)
  return {
    key: state,
    level: info.level,
    stored,
    runs: signal.runs.map((run) => ({ run, place: signal.placeOf(run) })),
    isNews: signal.newestLive?.at !== state.liveAt,
  }
}

async function neighbourhood(tx: Tx, state: SignalState, samples: readonly Sample[]) {
  const instants = samples.map(({ at }) => at)
  const span = { from: Math.min(...instants), to: Math.max(...instants) }
  const fresh = new Set(samples.map(({ ts }) => ts))
  const neighbours = (await queries.samplesAround(tx, state, span)).filter(({ ts }) => !fresh.has(ts))
  const all = [...neighbours.map(({ at }) => at), ...instants]
  const closed = await queries.closedRuns(tx, state, { from: Math.min(...all), to: Math.max(...all) })
  return { neighbours, closed }
}

/** Nothing but the signal's present value said again, by live samples in order: no run begins or ends. */
function isRepetition(state: SignalState, samples: readonly Sample[]): boolean {
  return (
    isInOrder(state, samples) &&
    state.liveAt === state.lastAt &&
    samples.every(({ isLive, value }) => isLive && value === state.lastValue)
  )
}

function isInOrder(state: SignalState, samples: readonly Sample[]): boolean {
  return samples.every(({ at }) => state.lastAt === null || at > state.lastAt)
}

function advance(state: SignalState, samples: readonly Sample[]): void {
  for (const { at, value, isLive } of [...samples].sort((a, b) => a.at - b.at || a.ts - b.ts)) {
    if (state.lastAt === null || at >= state.lastAt) Object.assign(state, { lastAt: at, lastValue: value })
    if (isLive && (state.liveAt === null || at >= state.liveAt))
      Object.assign(state, { liveAt: at, liveValue: value })
  }
}

/** None where the dictionary has changed since: what is open is then read anew. */
function lastSample({ lastAt, lastValue }: SignalState): Sample[] {
  return lastAt === null || lastValue === null
    ? []
    : [{ at: lastAt, ts: lastAt, value: lastValue, isLive: false }]
}

function liveSample({ liveAt, liveValue }: SignalState) {
  return liveAt === null || liveValue === null ? undefined : { at: liveAt, value: liveValue }
}

async function countRepeats(tx: Tx, rows: readonly SampleRow[], fresh: number): Promise<void> {
  tx.count('rows', fresh)
  if (fresh === rows.length) return
  const conflicting = await queries.countConflicts(tx, rows)
  tx.count('conflicting', conflicting)
  tx.count('repeated', rows.length - fresh - conflicting)
}

function distinctSignals(rows: readonly SampleRow[]): SignalKey[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

const keyOf = ({ deviceId, semaphoreCode }: SignalKey) => `${deviceId} ${semaphoreCode}`
const rowKey = ({ device_id, semaphore_code }: StoredRun['row']) => `${device_id} ${semaphore_code}`
