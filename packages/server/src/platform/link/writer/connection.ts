import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../messages.ts'

const CONNECT_TIMEOUT_MS = 5_000

const INT8 = 20
const TIMESTAMPTZ = 1184

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => {
    const oid: number = id
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => Date.parse(text)
    return pg.types.getTypeParser(id, format) as (text: string) => unknown
  },
}

/** One connection of the writer and the transaction that runs on it. */
export class Connection implements Tx {
  private readonly client: pg.Client
  private counted: Record<string, number> = {}
  private facts: Record<string, number[]> = {}
  private acts: (() => void)[] = []
  isBroken = false

  private constructor(client: pg.Client) {
    this.client = client
    client.on('error', () => (this.isBroken = true))
    client.on('end', () => (this.isBroken = true))
  }

  static async open(url: string, prepare: readonly string[]): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'wattkeeper writer',
      types,
    })
    const connection = new Connection(client)
    await client.connect()
    for (const statement of prepare) await client.query(statement)
    return connection
  }

  /** Runs work and commits it; what it counted and announced comes back only if it was committed. */
  async commit(work: (tx: Tx) => Promise<void>): Promise<Committed> {
    this.counted = {}
    this.facts = {}
    this.acts = []
    await this.client.query('begin')
    try {
      await work(this)
      await this.client.query('commit')
    } catch (error) {
      await this.rollback()
      throw error
    }
    for (const act of this.acts) act()
    return { counts: this.counted, facts: this.facts }
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query(text, [...values])).rows as Row[]
  }

  async prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.client.query({ name, text, values: [...values] })).rows as Row[]
  }

  async copy(into: string, rows: Buffer): Promise<void> {
    const stream = this.client.query(copyFrom(`copy ${into} from stdin (format binary)`))
    stream.end(rows)
    await once(stream, 'finish')
  }

  announce(fact: string, ids: Iterable<number>): void {
    this.facts[fact] = [...new Set([...(this.facts[fact] ?? []), ...ids])]
  }

  count(what: string, n: number): void {
    this.counted[what] = (this.counted[what] ?? 0) + n
  }

  afterCommit(act: () => void): void {
    this.acts.push(act)
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined)
  }

  private async rollback(): Promise<void> {
    if (this.isBroken) return
    await this.client.query('rollback').catch(() => (this.isBroken = true))
  }
}

export interface Committed {
  counts: Record<string, number>
  facts: Record<string, number[]>
}
