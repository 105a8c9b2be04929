import type { UpgradeOrder } from '@wattkeeper/contracts/link'
import {
  containerLayout,
  containerTrailerBytes,
  isContainer,
  readContainerHeader,
} from '@wattkeeper/contracts/link'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Keyring } from './keyring.ts'
import type { Fetched } from './transfers.ts'

/** Looks at firmware while it comes, and says afterwards why it must not be installed. */
export class FirmwareCheck {
  private readonly order: UpgradeOrder
  private head: Buffer = Buffer.alloc(0)
  private tail: Buffer = Buffer.alloc(0)
  private crc = 0
  private seal = createHash('sha256')
  private size = 0

  constructor(order: UpgradeOrder) {
    this.order = order
  }

  see(bytes: Uint8Array): void {
    const before = (trailer: number) => bytes.subarray(0, Math.max(0, this.order.size - trailer - this.size))
    const body = before(containerTrailerBytes)
    this.crc = crc32(body, this.crc)
    this.seal.update(before(containerLayout.signatureBytes))
    this.tail = Buffer.concat([this.tail, bytes.subarray(body.length)])
    if (this.head.length < containerLayout.headerBytes)
      this.head = Buffer.concat([this.head, bytes]).subarray(0, containerLayout.headerBytes)
    this.size += bytes.length
  }

  startOver(): void {
    this.head = Buffer.alloc(0)
    this.tail = Buffer.alloc(0)
    this.crc = 0
    this.seal = createHash('sha256')
    this.size = 0
  }

  /** Why not; undefined when it may be installed. */
  async refusal(file: Fetched, keys: Keyring): Promise<string | undefined> {
    const { size, md5, sha256, signature } = this.order
    if (file.size !== size) return `the file has ${file.size} bytes, not ${size}`
    if (file.md5 !== md5.toLowerCase()) return 'the md5 of the file differs'
    if (file.sha256 !== sha256.toLowerCase()) return 'the sha256 of the file differs'
    if (signature !== undefined && !(await keys.trusts(Buffer.from(sha256, 'hex'), signature)))
      return 'the signature is not the platform’s'
    return isContainer(this.head) ? this.containerRefusal(keys) : undefined
  }

  private async containerRefusal(keys: Keyring): Promise<string | undefined> {
    const header = readContainerHeader(this.head)
    if (typeof header === 'string') return `the container is damaged (${header})`
    const { partType, version } = this.order
    if (this.size !== containerLayout.headerBytes + header.payloadBytes + containerTrailerBytes)
      return 'the container is not as long as it says'
    if (this.tail.readUInt32LE(0) !== this.crc) return 'the CRC-32 of the container differs'
    const signature = this.tail.subarray(containerLayout.crcBytes)
    // Zeros: a version for tests that nobody has signed. The order's signature is all there is to it.
    const isBare = !header.isRelease && signature.every((byte) => byte === 0)
    if (!isBare && !(await keys.trusts(this.seal.digest(), signature.toString('base64'))))
      return 'the signature within the container is not the platform’s'
    if (isBare && this.order.signature === undefined) return 'the container is not signed'
    if (header.partType !== partType) return `the container is for ${header.partType}, not for ${partType}`
    return header.version === version ? undefined : `the container holds ${header.version}, not ${version}`
  }
}
