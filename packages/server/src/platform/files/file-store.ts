import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What was written, counted and hashed while it streamed. */
export interface Written {
  readonly size: number
  readonly md5: string
  readonly sha256: string
}

export interface Limits {
  readonly maxBytes: number
  /** Told so far, at every chunk. */
  readonly onBytes?: (received: number) => void
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where files lie: a folder, or a store that speaks S3. A key exists with all its bytes or not at all. */
export interface FileStore {
  /** Throws FileTooLarge or NoRoom; whatever else breaks the source is thrown on. Nothing is left behind. */
  write(key: string, source: Readable, limits: Limits): Promise<Written>
  /** Throws FileMissing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** A key that is not there is no error. */
  remove(key: string): Promise<void>
  /** Every key that lies there, finished or begun, with the time of its last byte in ms. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>
  /** An address at which whoever has it fetches these bytes from the store itself, for so long; where that is allowed. */
  readonly link?: (key: string, options: { readonly seconds: number }) => Promise<string>
}

export class FileTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`)
    this.name = 'FileTooLarge'
    this.maxBytes = maxBytes
  }
}

/** A row may outlive its bytes where an older database was restored, or a disk lost some. */
export class FileMissing extends Error {
  constructor() {
    super('The file store does not hold the file')
    this.name = 'FileMissing'
  }
}

export class NoRoom extends Error {
  constructor() {
    super('The file store has no room')
    this.name = 'NoRoom'
  }
}

const keyBytes = 16

/** Keys are ours alone: a foreign name never becomes a path. */
export function checkedKey(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}

export const newFileKey = (): string => randomBytes(keyBytes).toString('hex')
