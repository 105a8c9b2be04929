import type { firmwareFaults } from '@wattkeeper/contracts/api/firmware-problems'

/** A file as formats read it: its beginning often, all of it once. */
export interface Source {
  readonly size: number
  /** Fewer bytes than asked only where the file ends. */
  bytes(start: number, length: number): Promise<Buffer>
  /** From `start` to before `end`. */
  chunks(start: number, end: number): AsyncIterable<Uint8Array>
}

export type Fault = keyof typeof firmwareFaults

/** The file begins like one of a known format, and is not whole. */
export class Damaged extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(`a damaged firmware file: ${fault}`)
    this.name = 'Damaged'
    this.fault = fault
  }
}

/** What a file says of itself; what it does not say is absent. */
export interface Contents {
  readonly format: 'container' | 'espIdf' | 'mcuboot' | 'raw'
  readonly pcbCode?: string
  readonly partType?: string
  readonly version?: string
  readonly isRelease?: boolean
  readonly projectName?: string
}

/** A text of fixed length, zeros behind it; undefined when it is empty or not printable ASCII. */
export function fixedText(field: Uint8Array): string | undefined {
  const end = field.indexOf(0)
  const text = Buffer.from(end === -1 ? field : field.subarray(0, end)).toString('latin1')
  return /^[\x20-\x7e]+$/.test(text) ? text.trim() || undefined : undefined
}

/** A version is one that can be compared. */
export const comparable = (version: string | undefined): string | undefined =>
  version !== undefined && /[0-9]/.test(version) ? version : undefined
