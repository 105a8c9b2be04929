/** How a feature takes part in the intake: one value for each topic it reads. */
export interface Intake<Row = unknown> {
  readonly topic: string
  /** Reads a message completely, or says why not: nothing that is wrong with it may be left to the database. */
  decode(message: Message, decoded: Decoding<Row>): void
  /** Stores rows inside the batch's transaction; storing them again changes nothing. */
  write(tx: Tx, rows: Row[]): Promise<void>
}

export interface Message {
  readonly sender: number
  readonly arrivedAt: number
  readonly payload: Buffer
}

export interface Decoding<Row> {
  row(row: Row): void
  /** The message, or a part of it, cannot be read: it is kept aside with the reason, and acknowledged. */
  refuse(reason: string, detail?: string): void
  /** Counts what is worth knowing and hurts nobody, such as an unknown field. */
  count(what: string, n?: number): void
  /** The instant that orders a message among its sender's; undefined when ts cannot be true (and refused then). */
  stamp(ts: number, isBacklog: boolean): number | undefined
}

/** Instants come out as milliseconds since 1970, bigints as numbers. */
export interface Tx {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Statement with a plan of its own, kept by the connection under this name. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>
  /** Sends rows in Postgres' binary COPY format. */
  copy(into: string, rows: Buffer): Promise<void>
  /** Announced after the commit, coalesced with what others announce. */
  announce(fact: string, ids: Iterable<number>): void
  count(what: string, n: number): void
  afterCommit(act: () => void): void
}

/** What the writer remembers of senders between batches, and where that is kept. */
export interface SenderStore {
  load(tx: Tx, ids: number[]): Promise<StoredClock[]>
  save(tx: Tx, clocks: StoredClock[]): Promise<void>
}

export interface StoredClock {
  id: number
  offsetMs: number
  /** Newest instant known, by the platform's reckoning. */
  newestAt: number
  isWrong: boolean
}

/** Keeps what could not be read. */
export type Quarantine = (tx: Tx, refused: Refused[]) => Promise<void>

export interface Refused {
  sender: number
  topic: string
  arrivedAt: number
  reason: string
  detail: string
  payload: Buffer
}

export interface WriterPlan {
  intakes: readonly Intake[]
  senders: SenderStore
  quarantine: Quarantine
  /** Runs on every new connection, for staging tables and the like. */
  prepare: readonly string[]
  /** How old a ts may be: older data would be deleted at once. */
  retentionMs: number
}
