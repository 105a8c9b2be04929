import { type LiveEvent, live } from '@wattkeeper/contracts/api/dashboard'
import { readToken } from '../browser/token.ts'
import { exchange, readJson, withSession } from './call.ts'
import { Failure } from './failure.ts'
import { cutEvents, waitBeforeTry } from './event-stream.ts'
import { type Store, makeStore, useStore } from './store.ts'
import { openEnvelope, requestOf } from './wire.ts'

export type LiveEventType = Exclude<LiveEvent['type'], 'hello'>
type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>

interface LiveState {
  /** Since when nothing arrives, in ms; undefined while the stream is well. */
  readonly brokenSince: number | undefined
  readonly counts: EventOf<'counts'> | undefined
  /** How often the server has said no to whoever wanted to listen. */
  readonly refusals: number
}

export const liveState: Store<LiveState> = makeStore<LiveState>({
  brokenSince: undefined,
  counts: undefined,
  refusals: 0,
})
export const useLiveState = (): LiveState => useStore(liveState)

const listeners = new Set<(event: LiveEvent) => void>()

export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The server sends a comment at least every 15 s; three missed ones are a break. */
const silenceMs = 45_000

function announce(data: string): void {
  const event: unknown = JSON.parse(data)
  if (!isEvent(event)) return
  const state = liveState.get()
  const counts = event.type === 'counts' ? event : state.counts
  liveState.set({ ...state, brokenSince: undefined, counts })
  for (const listener of [...listeners]) listener(event)
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

async function readOnce(signal: AbortSignal, onFirst: () => void): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  // a stream that is refused ends the session, like every other request
  const response = await withSession(live.events, async () => {
    const answer = await exchange(requestOf(live.events, {}), {
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!isStream(answer)) openEnvelope(live.events, await readJson(answer))
    return answer
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!isStream(response) || !reader) return
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      onFirst()
      const { events, rest } = cutEvents(text + part.value)
      text = rest
      events.forEach(announce)
    }
  } finally {
    clearTimeout(timer)
  }
}

function noteRefusal(thrown: unknown): void {
  if (!(thrown instanceof Failure) || thrown.kind !== 'refused') return
  const state = liveState.get()
  liveState.set({ ...state, refusals: state.refusals + 1 })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const early = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', early, { once: true })
    addEventListener('online', early, { once: true })
  })

/** Keeps the live stream open until stopped. Each connection begins with `hello`, which makes the screens read again. */
export function startLive(): () => void {
  const stop = new AbortController()
  const isStopped = () => stop.signal.aborted
  const keepOpen = async () => {
    let failures = 0
    while (!isStopped()) {
      if (readToken()) {
        await readOnce(stop.signal, () => {
          failures = 0
        }).catch(noteRefusal)
      }
      if (isStopped()) return
      failures += 1
      const state = liveState.get()
      liveState.set({ ...state, brokenSince: state.brokenSince ?? Date.now() })
      await pause(waitBeforeTry(failures), stop.signal)
    }
  }
  void keepOpen()
  return () => stop.abort()
}
