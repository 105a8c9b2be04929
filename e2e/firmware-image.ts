import { type ContainerHeader, writeContainerHeader } from '@wattkeeper/contracts/link'
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const payloadBytes = 64 * 1024
const crcBytes = 4
const signatureBytes = 64

/** A firmware file in the platform's own container, as a build server makes it: nobody has signed it yet. */
export function firmwareImage(header: Omit<ContainerHeader, 'payloadBytes'>): Buffer {
  const body = Buffer.concat([writeContainerHeader({ ...header, payloadBytes }), randomBytes(payloadBytes)])
  const sum = Buffer.alloc(crcBytes)
  sum.writeUInt32LE(crc32(body))
  return Buffer.concat([body, sum, Buffer.alloc(signatureBytes)])
}
