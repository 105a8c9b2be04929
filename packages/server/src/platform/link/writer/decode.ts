import type { BatchMessage } from '../batch.ts'
import type { Decoding, Intake, Refused } from '../messages.ts'
import type { Senders } from './senders.ts'

/** A batch, read: the rows of each intake, and what could not be read. */
export interface Decoded {
  rows: unknown[][]
  refused: Refused[]
  counts: Record<string, number>
}

const NO_TOPIC: Pick<Intake, 'topic' | 'decode'> = {
  topic: 'unknown',
  decode: (_message, decoding) => decoding.refuse('notExpected'),
}

/** Reads every message of a batch; whatever one of them holds, the others are read. */
export function decodeBatch(
  batch: readonly BatchMessage[],
  intakes: readonly Intake[],
  senders: Senders,
): Decoded {
  const decoded: Decoded = { rows: intakes.map(() => []), refused: [], counts: {} }
  const reader = new Reader(decoded, senders)
  for (const message of batch) {
    const intake = intakes[message.topic] ?? NO_TOPIC
    reader.begin(message, intake.topic, decoded.rows[message.topic] ?? [])
    try {
      intake.decode({ ...message, payload: reader.payload }, reader)
    } catch (error) {
      // A decoder that throws is our fault; the message is kept, and the stream goes on.
      reader.refuse('unreadable', String(error))
    }
  }
  decoded.counts['messages'] = batch.length
  return decoded
}

class Reader implements Decoding<unknown> {
  private readonly decoded: Decoded
  private readonly senders: Senders
  private message: BatchMessage = { sender: 0, arrivedAt: 0, topic: 0, payload: new Uint8Array() }
  private topic = ''
  private rows: unknown[] = []
  payload: Buffer = Buffer.alloc(0)

  constructor(decoded: Decoded, senders: Senders) {
    this.decoded = decoded
    this.senders = senders
  }

  begin(message: BatchMessage, topic: string, rows: unknown[]): void {
    const { buffer, byteOffset, length } = message.payload
    this.message = message
    this.topic = topic
    this.rows = rows
    this.payload = Buffer.from(buffer, byteOffset, length)
  }

  row(row: unknown): void {
    this.rows.push(row)
  }

  refuse(reason: string, detail = ''): void {
    const { sender, arrivedAt } = this.message
    this.decoded.refused.push({ sender, topic: this.topic, arrivedAt, reason, detail, payload: this.payload })
    this.count('refused')
  }

  count(what: string, n = 1): void {
    this.decoded.counts[what] = (this.decoded.counts[what] ?? 0) + n
  }

  stamp(ts: number, isBacklog: boolean): number | undefined {
    const { sender, arrivedAt } = this.message
    return this.senders.stamp(sender, { ts, arrivedAt, isBacklog })
  }
}
