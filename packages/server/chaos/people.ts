import { alarms } from '@wattkeeper/contracts/api/alarms'
import { live } from '@wattkeeper/contracts/api/dashboard'
import { devices } from '@wattkeeper/contracts/api/devices'
import { session } from '@wattkeeper/contracts/api/session'
import { setTimeout as wait } from 'node:timers/promises'
import { type Asking, order, signIn } from './orders.ts'
import type { Finding } from './verdict.ts'

/** People before the load balancer who ask all the time and keep count. */
export interface People {
  /** Resolves when the last answer is there. */
  stop(): Promise<readonly Finding[]>
}

interface Count {
  readonly failures: string[]
  readonly requests: Map<string, number>
  /** Ms from the end of a live stream until the next one had said something. */
  readonly comebacks: number[]
  readonly breaks: string[]
}

const READ_MS = 40
const ORDER_MS = 250
const STREAMS = 3

export async function admitPeople(http: number, deviceIds: readonly number[]): Promise<People> {
  const asking = await signIn(http)
  const count: Count = { failures: [], requests: new Map(), comebacks: [], breaks: [] }
  const leaving = new AbortController()
  const again = async (everyMs: number, kind: string, act: () => Promise<unknown>) => {
    while (!leaving.signal.aborted) {
      count.requests.set(kind, (count.requests.get(kind) ?? 0) + 1)
      await act().catch((error: unknown) => count.failures.push(`${kind}: ${reasonOf(error)}`))
      await wait(everyMs)
    }
  }
  const anybody = () => deviceIds[Math.floor(Math.random() * deviceIds.length)] ?? 0
  const busy = [
    again(READ_MS, 'lists of devices', () => asking.post(devices.list.path, { pageNum: 1, pageSize: 10 })),
    again(READ_MS, 'lists of alarms', () => asking.post(alarms.current.path, { pageNum: 1, pageSize: 10 })),
    again(READ_MS, 'profiles', () => asking.get(session.profile.path)),
    again(ORDER_MS, 'commands', () => order(asking, anybody())),
    ...Array.from({ length: STREAMS }, () => watch({ http, asking, count, leaving: leaving.signal })),
  ]
  return {
    async stop() {
      leaving.abort()
      await Promise.all(busy)
      return judgePeople(count)
    },
  }
}

interface Watching {
  readonly http: number
  readonly asking: Asking
  readonly count: Count
  readonly leaving: AbortSignal
}

/** Listens as the console does: when the stream ends it comes again, and is told everything anew. */
async function watch({ http, asking, count, leaving }: Watching): Promise<void> {
  const isOver = () => leaving.aborted
  let endedAt: number | undefined
  while (!isOver()) {
    try {
      const answer = await fetch(`http://127.0.0.1:${http}${live.events.path}`, {
        headers: { authorization: asking.token },
        signal: leaving,
      })
      if (!answer.ok || !answer.body) throw new Error(`${answer.status}`)
      for await (const _ of answer.body) {
        if (endedAt !== undefined) count.comebacks.push(performance.now() - endedAt)
        endedAt = undefined
      }
    } catch (error) {
      if (isOver()) return
      count.breaks.push(reasonOf(error))
      await wait(READ_MS)
    }
    endedAt ??= performance.now()
  }
}

function judgePeople({ failures, requests, comebacks, breaks }: Count): readonly Finding[] {
  const kinds = [...requests].map(([kind, n]) => `${n.toLocaleString('en')} ${kind}`).join(', ')
  const longest = Math.max(0, ...comebacks)
  const why = [...new Set([...failures, ...breaks])].slice(0, 5).map((reason) => `; ${reason}`)
  return [
    {
      what: `requests (${kinds}): ${failures.length} failed${failures.length > 0 ? why.join('') : ''}`,
      holds: failures.length === 0 && requests.size > 0,
    },
    {
      what: `${STREAMS} live streams: ended and came again ${comebacks.length} times, within ${Math.round(longest)} ms at most; ${breaks.length} broke${breaks.length > 0 ? why.join('') : ''}`,
      holds: breaks.length === 0 && comebacks.length >= 2,
    },
  ]
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
