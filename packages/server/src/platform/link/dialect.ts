/**
 * One way devices speak: MQTT today; length-framed JSON over TCP, OCPP or Sparkplug later. A dialect turns wire
 * frames into messages for its host and knows nothing of what they mean or where they are stored.
 */
export interface Dialect {
  /** The port that the dialect listens on. */
  readonly port: number
  /**
   * Hands one message to a connected sender that listens; false when there is none. `onDelivered` once the sender has
   * acknowledged it.
   */
  send(sender: string, message: Outgoing): boolean
  /** Ends the sender's session, if it has one. */
  drop(sender: string): void
  /** Takes no new connections and reads no further; what is held can still be acknowledged. */
  quiesce(): Promise<void>
  close(): Promise<void>
}

/** What a dialect asks of the process that runs it. */
export interface Host {
  /** Decides about a connection; the answer comes once the session is recorded. */
  admit(claim: Claim): Promise<Admission>
  /** A session that was admitted is over. */
  left(session: Session): void
  /** From now on the session hears more topics. */
  listens(session: Session): void
  /** A message to be stored. Its session's `acknowledge` follows after the commit. */
  take(message: Arrival): void
}

export interface Outgoing {
  readonly topic: string
  readonly payload: string
  readonly onDelivered?: () => void
}

export interface Claim {
  /** The name the sender goes by in its topics. */
  name: string
  secret: Uint8Array
}

export type Admission =
  | { verdict: 'welcome'; id: number; epoch: number }
  | { verdict: 'refused' }
  /** The database is away: come again later. */
  | { verdict: 'unavailable' }

export interface Session {
  readonly id: number
  readonly name: string
  readonly epoch: number
  /** The connection is gone: what it sent and is not yet being stored may be dropped. */
  isClosed: boolean
  /** Messages taken and not yet acknowledged. */
  held: number
  /** Whether messages on this topic reach it. */
  hears(topic: string): boolean
  /** Acknowledges messages by their tags, in the order given. */
  acknowledge(tags: readonly Tag[]): void
  pause(): void
  resume(): void
  close(): void
}

/** What the dialect needs to acknowledge one message: its number if the sender repeats what is not acknowledged. */
export type Tag = number | (() => void)

export interface Arrival {
  session: Session
  /** Place of the topic among those the pipeline was started with. */
  topic: number
  payload: Uint8Array
  tag: Tag
}
