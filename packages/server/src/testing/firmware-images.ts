import { writeContainerHeader } from '@wattkeeper/contracts/link'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

interface ContainerTraits {
  readonly pcbCode?: string
  readonly partType?: string
  readonly version?: string
  readonly isRelease?: boolean
  readonly payload?: Buffer
  /** 64 bytes; zeros: unsigned */
  readonly signature?: Buffer
}

/** The platform's own container, as docs/firmware-container.md describes it. */
export function containerImage(traits: ContainerTraits = {}): Buffer {
  const { pcbCode = 'P-BMS-01', partType = 'bms', version = '2.1', isRelease = true } = traits
  const { payload = Buffer.from('payload of a container'), signature = Buffer.alloc(64) } = traits
  const header = writeContainerHeader({ pcbCode, partType, version, isRelease, payloadBytes: payload.length })
  const body = Buffer.concat([header, payload])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(body))
  return Buffer.concat([body, checksum, signature])
}

interface EspTraits {
  readonly version?: string
  readonly projectName?: string
  readonly hasHash?: boolean
  /** Besides the one that begins with the descriptor. */
  readonly segments?: readonly Buffer[]
}

/** An application image of ESP-IDF, by the layout of esp_image_format.h and esp_app_desc.h. */
export function espImage(traits: EspTraits = {}): Buffer {
  const {
    version = '1.4.2',
    projectName = 'wk_wifi',
    hasHash = true,
    segments = [Buffer.alloc(37, 3)],
  } = traits
  const descriptor = Buffer.alloc(256)
  descriptor.writeUInt32LE(0xabcd5432, 0)
  descriptor.write(version, 16, 32, 'latin1')
  descriptor.write(projectName, 48, 32, 'latin1')
  descriptor.write('v5.4', 112, 32, 'latin1')
  const parts = [Buffer.concat([descriptor, Buffer.from('code of the application')]), ...segments]
  const header = Buffer.alloc(24)
  header[0] = 0xe9
  header[1] = parts.length
  header[23] = hasHash ? 1 : 0
  const data = Buffer.concat([header, ...parts.flatMap((part, place) => [segmentHeader(part, place), part])])
  const checksum = parts.reduce((sum, part) => part.reduce((all, byte) => all ^ byte, sum), 0xef)
  const padded = Buffer.concat([data, Buffer.alloc(15 - (data.length % 16)), Buffer.from([checksum])])
  return hasHash ? Buffer.concat([padded, sha256(padded)]) : padded
}

function segmentHeader(part: Buffer, place: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(0x3f40_0000 + place * 0x1_0000, 0)
  header.writeUInt32LE(part.length, 4)
  return header
}

interface McubootTraits {
  readonly version?: readonly [major: number, minor: number, revision: number, build: number]
  readonly hasHash?: boolean
  readonly hasProtected?: boolean
  /** Of the slot: erased flash behind the image. */
  readonly padding?: number
}

/** An image as imgtool signs it, by the layout of bootutil/image.h. */
export function mcubootImage(traits: McubootTraits = {}): Buffer {
  const { version = [3, 2, 1, 0], hasHash = true, hasProtected = false, padding = 0 } = traits
  const [headerBytes, image] = [512, Buffer.from('machine code '.repeat(20))]
  const guarded = hasProtected
    ? tlvs(0x6908, [{ type: 0x50, value: Buffer.from([1, 0, 0, 0]) }])
    : Buffer.alloc(0)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(0x96f3b83d, 0)
  header.writeUInt16LE(headerBytes, 8)
  header.writeUInt16LE(guarded.length, 10)
  header.writeUInt32LE(image.length, 12)
  header.writeUInt8(version[0], 20)
  header.writeUInt8(version[1], 21)
  header.writeUInt16LE(version[2], 22)
  header.writeUInt32LE(version[3], 24)
  const hashed = Buffer.concat([header, image, guarded])
  const keyHash = { type: 0x01, value: Buffer.alloc(32, 9) }
  const told = tlvs(0x6907, hasHash ? [keyHash, { type: 0x10, value: sha256(hashed) }] : [keyHash])
  return Buffer.concat([hashed, told, Buffer.alloc(padding, 0xff)])
}

function tlvs(magic: number, entries: readonly { type: number; value: Buffer }[]): Buffer {
  const body = Buffer.concat(
    entries.flatMap(({ type, value }) => {
      const head = Buffer.alloc(4)
      head.writeUInt16LE(type, 0)
      head.writeUInt16LE(value.length, 2)
      return [head, value]
    }),
  )
  const info = Buffer.alloc(4)
  info.writeUInt16LE(magic, 0)
  info.writeUInt16LE(body.length + 4, 2)
  return Buffer.concat([info, body])
}
