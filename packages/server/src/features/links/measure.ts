import { randomUUID } from 'node:crypto'
import type { Db, Services } from '../../context.ts'
import type { Facts } from '../../facts.ts'
import { announceQueued, queueCommand } from '../commands/index.ts'
import { latestOf } from '../telemetry/index.ts'
import type { Reading } from './hops.ts'
import * as queries from './queries.ts'

const PATIENCE_MS = 2_500
const ANSWER_MS = 300
const PING_VALID_MS = 10_000
/** Several people who look at once share one ping. */
const PROOF_FRESH_MS = 2_000

export interface Asking {
  readonly services: Services
  readonly scoped: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly userId: number
}

/** Asks report about a device: the process that holds its session answers best, each other one for the cache. */
export async function askReport(
  { bus }: Services,
  { deviceId, isHeld }: { readonly deviceId: number; readonly isHeld: boolean },
): Promise<Facts['linkTold'] | undefined> {
  const nonce = randomUUID()
  const told = Promise.withResolvers<undefined>()
  let best: Facts['linkTold'] | undefined
  const deaf = bus.hear('linkTold', (answer) => {
    if (answer.nonce !== nonce) return
    if (!best || answer.holds) best = answer
    if (answer.holds || !isHeld) told.resolve(undefined)
  })
  const patience = setTimeout(() => told.resolve(undefined), PATIENCE_MS)
  bus.announce('linkAsked', { nonce, deviceId })
  try {
    await told.promise
    return best
  } finally {
    clearTimeout(patience)
    deaf()
  }
}

/** Sends the device a ping and waits until it has acknowledged it, or for as long as is reasonable. */
export async function pingDevice(asking: Asking, deviceId: number) {
  const { services, scoped, userId } = asking
  const last = await scoped((db) => queries.lastDelivery(db, deviceId))
  const givenAt = Date.now()
  if (last && givenAt - Date.parse(last.deliveredAt) < PROOF_FRESH_MS) return undefined
  const changes = listenTo(services)
  try {
    const queued = await scoped((db) =>
      queueCommand(db, {
        ...{ deviceId, source: 'auto', signal: 'ping', validForMs: PING_VALID_MS, createdBy: userId },
        body: { kind: 'ping' },
      }),
    )
    announceQueued(services.bus, [queued])
    let deadline = givenAt + PATIENCE_MS
    for (;;) {
      const state = await scoped((db) => queries.pingState(db, queued.commandId))
      const isOver = !state || state.state === 'done'
      // It has arrived; the answer proves the way back, but is not worth waiting for as long.
      if (state?.deliveredAt) deadline = Math.min(deadline, Date.now() + ANSWER_MS)
      if (isOver || Date.now() >= deadline)
        return { givenAt, ...(state ?? { state: 'done', sentAt: null, deliveredAt: null }) }
      await changes.next(queued.commandId, deadline)
    }
  } finally {
    changes.stop()
  }
}

/** Notes which commands change, from before one is given, so that no change is missed. */
function listenTo({ bus }: Services) {
  const changed = new Set<number>()
  let wake: (() => void) | undefined
  const stop = bus.hear('commandsChanged', ({ commandIds }) => {
    for (const id of commandIds) changed.add(id)
    wake?.()
  })
  return {
    stop,
    async next(id: number, deadline: number): Promise<void> {
      while (!changed.delete(id)) {
        const leftMs = deadline - Date.now()
        if (leftMs <= 0) return
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
  }
}

/** The way every screen takes to the last-known values, timed; a refusal is an answer too. */
export async function readCache({ scoped, services }: Asking, deviceId: number): Promise<Reading> {
  try {
    const began = performance.now()
    const values = await scoped((db) => latestOf(services, db, [deviceId]))
    const newest =
      values
        .map(({ receivedAt }) => receivedAt)
        .toSorted()
        .at(-1) ?? null
    return { ms: performance.now() - began, newest }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) }
  }
}
