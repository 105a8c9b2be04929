import { setTimeout as wait } from 'node:timers/promises'
import type { BatchMessage } from '../batch.ts'
import type { Refused, Tx, WriterPlan } from '../messages.ts'
import { Connection } from './connection.ts'
import type { Committed } from './connection.ts'
import { decodeBatch } from './decode.ts'
import type { Decoded } from './decode.ts'
import { isRefusalOfData } from './failure.ts'
import type { Senders } from './senders.ts'

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

export interface LaneOptions {
  url: string
  plan: WriterPlan
  senders: Senders
  onDatabase(isAway: boolean, reason: string): void
}

/** Stores batches one after the other on a connection of its own, and gives none of them up. */
export class Lane {
  private readonly options: LaneOptions
  private connection: Connection | undefined

  constructor(options: LaneOptions) {
    this.options = options
  }

  /** Stores a batch; a part that the database refuses for its data is halved until the culprit stands alone. */
  async store(batch: readonly BatchMessage[]): Promise<Committed> {
    const { plan, senders } = this.options
    const strangers = senders.strangers(senderIds(batch))
    if (strangers.length) await this.insist((tx) => senders.load(tx, strangers))
    const decoded = decodeBatch(batch, plan.intakes, senders)
    try {
      return await this.insist((tx) => this.write(tx, batch, decoded))
    } catch (error) {
      if (!isRefusalOfData(error)) throw error
      if (batch.length === 1) return this.setAside(batch, `${error.code}: ${error.message}`)
      const middle = batch.length >> 1
      const first = await this.store(batch.slice(0, middle))
      return merge(first, await this.store(batch.slice(middle)))
    }
  }

  async close(): Promise<void> {
    await this.connection?.close()
  }

  private async write(tx: Tx, batch: readonly BatchMessage[], decoded: Decoded): Promise<void> {
    const { plan } = this.options
    for (const [what, n] of Object.entries(decoded.counts)) tx.count(what, n)
    for (const [topic, intake] of plan.intakes.entries()) {
      const rows = decoded.rows[topic]
      if (rows?.length) await intake.write(tx, rows)
    }
    if (decoded.refused.length) await plan.quarantine(tx, decoded.refused)
    await this.saveClocks(tx, batch)
  }

  private async saveClocks(tx: Tx, batch: readonly BatchMessage[]): Promise<void> {
    const { senders } = this.options
    const changed = senders.changed(senderIds(batch))
    if (changed.length === 0) return
    await senders.save(tx, changed)
    tx.afterCommit(() => senders.saved(changed))
  }

  private setAside(batch: readonly BatchMessage[], detail: string): Promise<Committed> {
    const refused = batch.map(({ sender, topic, arrivedAt, payload }): Refused => {
      const name = this.options.plan.intakes[topic]?.topic ?? ''
      return {
        sender,
        topic: name,
        arrivedAt,
        reason: 'refusedByDatabase',
        detail,
        payload: Buffer.from(payload),
      }
    })
    return this.insist(async (tx) => {
      tx.count('messages', refused.length)
      tx.count('refused', refused.length)
      await this.options.plan.quarantine(tx, refused)
    })
  }

  /** Tries until the database has taken it or refuses the data. */
  private async insist(work: (tx: Tx) => Promise<void>): Promise<Committed> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const connection = await this.connected()
        const committed = await connection.commit(work)
        this.options.onDatabase(false, '')
        return committed
      } catch (error) {
        if (isRefusalOfData(error)) throw error
        this.options.onDatabase(true, String(error))
        await wait(pause)
      }
    }
  }

  private async connected(): Promise<Connection> {
    if (this.connection && !this.connection.isBroken) return this.connection
    await this.connection?.close()
    this.connection = undefined
    this.connection = await Connection.open(this.options.url, this.options.plan.prepare)
    return this.connection
  }
}

function* senderIds(batch: readonly BatchMessage[]): Generator<number> {
  for (const { sender } of batch) yield sender
}

function merge(a: Committed, b: Committed): Committed {
  const counts = { ...a.counts }
  for (const [what, n] of Object.entries(b.counts)) counts[what] = (counts[what] ?? 0) + n
  const facts = { ...a.facts }
  for (const [fact, ids] of Object.entries(b.facts))
    facts[fact] = [...new Set([...(facts[fact] ?? []), ...ids])]
  return { counts, facts }
}
