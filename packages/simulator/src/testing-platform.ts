import { type KeyObject, createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { api as routes } from '@wattkeeper/contracts'
import { writeContainerHeader } from '@wattkeeper/contracts/link'
import type { ContainerHeader, UpgradeOrder } from '@wattkeeper/contracts/link'
import { crc32 } from 'node:zlib'

/** A platform's files and keys on loopback, with a line that can be made a bad one. */
export interface FilePlatform {
  readonly url: string
  readonly asked: readonly { readonly range: string | undefined; readonly ifRange: string | undefined }[]
  file: Buffer
  /** Breaks each answer after so many bytes. */
  breaksAfter: number
  /** So many are told to come back in two seconds. */
  busyFor: number
  /** Before the nth answer. */
  onAsked: (nth: number) => void
  readonly sign: (bytes: Uint8Array) => Buffer
  /** The key signs no more; the answer is what it says of the one that takes its place. */
  readonly rotate: (isEndorsed: boolean) => void
  /** The container of this payload, signed. */
  readonly container: (header: Partial<ContainerHeader>, payload: Buffer) => Buffer
  readonly orderOf: (version: string, over?: Partial<UpgradeOrder>) => UpgradeOrder
  readonly stop: () => void
}

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  /** What the key before says of it. */
  readonly endorsement: string | null
}

const rawOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).subarray(-32)

export async function startFilePlatform(): Promise<FilePlatform> {
  let newest: Pair = { ...generateKeyPairSync('ed25519'), endorsement: null }
  const keys = [newest]
  const asked: { range: string | undefined; ifRange: string | undefined }[] = []
  const server = createServer((request, response) => {
    if (request.url === routes.firmware.keys.path) return tellKeys(response, keys.map(keyRow))
    asked.push({ range: request.headers.range, ifRange: String(request.headers['if-range'] ?? '') })
    platform.onAsked(asked.length)
    return give(platform, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const platform: FilePlatform = {
    url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    asked,
    file: Buffer.alloc(400_000, 7),
    breaksAfter: Infinity,
    busyFor: 0,
    onAsked: () => undefined,
    sign: (bytes) => sign(null, bytes, newest.privateKey),
    rotate: (isEndorsed) => {
      const fresh = generateKeyPairSync('ed25519')
      const word = sign(null, rawOf(fresh.publicKey), newest.privateKey).toString('base64')
      newest = { ...fresh, endorsement: isEndorsed ? word : null }
      keys.unshift(newest)
    },
    container: (header, payload) => {
      const head = writeContainerHeader({ ...usualHeader, payloadBytes: payload.length, ...header })
      const crc = Buffer.alloc(4)
      crc.writeUInt32LE(crc32(Buffer.concat([head, payload])))
      const body = Buffer.concat([head, payload, crc])
      return Buffer.concat([body, platform.sign(createHash('sha256').update(body).digest())])
    },
    orderOf: (version, over = {}) => orderOf(platform, version, over),
    stop: () => server.close(),
  }
  return platform
}

const usualHeader = { pcbCode: 'WK-BMS-1', partType: 'bms', version: '9.9.9', isRelease: true }

const keyRow = ({ publicKey, endorsement }: Pair, at: number) => ({
  id: at + 1,
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  raw: rawOf(publicKey).toString('base64'),
  isCurrent: at === 0,
  createTime: '2026-01-01T00:00:00.000Z',
  retireTime: at === 0 ? null : '2026-02-01T00:00:00.000Z',
  endorsement,
})

function tellKeys(response: ServerResponse, data: readonly object[]): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 200, message: 'ok', data }))
}

function give(platform: FilePlatform, request: IncomingMessage, response: ServerResponse): void {
  const { file, breaksAfter } = platform
  if (request.url !== '/file') return void response.writeHead(404).end()
  if (platform.busyFor > 0) {
    platform.busyFor -= 1
    return void response.writeHead(503, { 'retry-after': '2' }).end()
  }
  const etag = `"${createHash('md5').update(file).digest('hex')}"`
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
  const start = from !== undefined && request.headers['if-range'] === etag ? Number(from) : 0
  const rest = file.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-length': rest.length,
    ...(start > 0 && { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }),
  })
  if (rest.length <= breaksAfter) return void response.end(rest)
  response.write(rest.subarray(0, breaksAfter), () => response.destroy())
}

function orderOf(
  { url, file, sign }: FilePlatform,
  version: string,
  over: Partial<UpgradeOrder>,
): UpgradeOrder {
  const sha256 = createHash('sha256').update(file).digest()
  return {
    id: randomUUID(),
    partType: 'bms',
    version,
    url: `${url}/file`,
    size: file.length,
    md5: createHash('md5').update(file).digest('hex'),
    sha256: sha256.toString('hex'),
    signature: sign(sha256).toString('base64'),
    ...over,
  }
}
