const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Postgres counts its microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000
const FLOAT4_OID = 700

/** Writes rows in Postgres' binary COPY format. */
export class CopyWriter {
  private bytes = Buffer.allocUnsafe(256 * 1024)
  private at = 0

  constructor() {
    this.start()
  }

  /** The rows written so far, closed; the writer starts again. The bytes stay valid until then only. */
  finish(): Buffer {
    this.room(2)
    this.at = this.bytes.writeInt16BE(-1, this.at)
    const done = Buffer.from(this.bytes.subarray(0, this.at))
    this.start()
    return done
  }

  row(columns: number): void {
    this.room(2)
    this.at = this.bytes.writeInt16BE(columns, this.at)
  }

  int2(value: number): void {
    this.room(6)
    this.at = this.bytes.writeInt16BE(value, this.bytes.writeInt32BE(2, this.at))
  }

  int4(value: number): void {
    this.room(8)
    this.at = this.bytes.writeInt32BE(value, this.bytes.writeInt32BE(4, this.at))
  }

  int8(value: number): void {
    this.room(12)
    this.at = this.int64(value, this.bytes.writeInt32BE(8, this.at))
  }

  /** A timestamptz from milliseconds since 1970. */
  instant(ms: number): void {
    this.room(12)
    this.at = this.int64((ms - EPOCH_2000_MS) * 1000, this.bytes.writeInt32BE(8, this.at))
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.room(4 + length)
    this.at = this.bytes.writeInt32BE(length, this.at)
    this.at += this.bytes.write(value, this.at)
  }

  jsonb(json: string | null): void {
    if (json === null) {
      this.room(4)
      this.at = this.bytes.writeInt32BE(-1, this.at)
      return
    }
    const length = Buffer.byteLength(json)
    this.room(5 + length)
    this.at = this.bytes.writeInt32BE(length + 1, this.at)
    this.at = this.bytes.writeUInt8(1, this.at)
    this.at += this.bytes.write(json, this.at)
  }

  /** A real[]; null for a place without a value. */
  reals(values: readonly (number | null)[]): void {
    this.room(24 + values.length * 8)
    const { bytes } = this
    const start = this.at
    let at = start + 4
    let hasNull = 0
    at = bytes.writeInt32BE(values.length ? 1 : 0, at)
    const flag = at
    at = bytes.writeInt32BE(FLOAT4_OID, at + 4)
    if (values.length) {
      at = bytes.writeInt32BE(values.length, at)
      at = bytes.writeInt32BE(1, at)
    }
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? null
      if (value === null) {
        hasNull = 1
        at = bytes.writeInt32BE(-1, at)
      } else {
        at = bytes.writeFloatBE(value, bytes.writeInt32BE(4, at))
      }
    }
    bytes.writeInt32BE(hasNull, flag)
    bytes.writeInt32BE(at - start - 4, start)
    this.at = at
  }

  private start(): void {
    this.at = SIGNATURE.copy(this.bytes, 0)
  }

  /** A number of up to 2^53 as eight bytes, without the cost of a BigInt. */
  private int64(value: number, at: number): number {
    const high = Math.floor(value / 0x1_0000_0000)
    this.bytes.writeInt32BE(high, at)
    return this.bytes.writeUInt32BE(value - high * 0x1_0000_0000, at + 4)
  }

  private room(more: number): void {
    if (this.at + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + more))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
  }
}
