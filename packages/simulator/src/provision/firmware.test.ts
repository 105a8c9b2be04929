import { api as routes } from '@wattkeeper/contracts'
import { readContainerHeader } from '@wattkeeper/contracts/link'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { Api } from './api.ts'
import { offerFirmware } from './firmware.ts'

const board = (id: number, equipTypeId: number, partType: string) => ({
  ...{ id, equipTypeId, partType, pcbCode: `B-${id}`, pcbName: 'b', applyTo: 'all' },
})
const boards = [board(1, 1, 'sc'), board(2, 1, 'bms'), board(3, 3, 'PART_TYPE_EC_MASTER')]

/** A platform reduced to what is asked of it here: it stands for the outside world. */
let versions: Record<string, unknown>[]
let uploads: Buffer[]
let url: string
let stop: () => void

beforeEach(async () => {
  ;[versions, uploads] = [[], []]
  const server = createServer((request, response) => {
    answer(request).then(
      (data) => response.end(JSON.stringify({ code: 200, message: 'ok', data, total: versions.length })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  stop = () => server.close()
})
afterEach(() => stop())

async function answer(request: IncomingMessage): Promise<unknown> {
  const body = Buffer.concat(await request.toArray())
  if (request.url === routes.deviceTypes.boards.path) return boards
  if (request.url === routes.firmware.upload.path) return taken(body)
  if (request.url !== routes.firmware.create.path) return []
  versions.push(JSON.parse(body.toString()) as Record<string, unknown>)
  return { id: versions.length }
}

/** The file within a form: a container begins with its magic, and says how long it is. */
function taken(body: Buffer): object {
  const bytes = body.subarray(body.indexOf('WKWF'))
  const header = readContainerHeader(bytes)
  const name = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1]
  if (typeof header === 'string' || name === undefined) throw new Error('no container came')
  const file = bytes.subarray(0, 128 + header.payloadBytes + 68)
  uploads.push(file)
  const unknown = { pcbName: null, applyTo: null, equipTypeId: null, partType: null, version: null }
  return {
    ...{ filePath: name, fileName: name, md5: '', sha256: '', fileSize: file.length, format: 'container' },
    ...{ locked: [], pcbCode: null, fgRelease: null, projectName: null, ...unknown },
  }
}

const offer = (...typeIds: number[]) =>
  offerFirmware({ api: new Api(url, 'token'), typeIds: new Set(typeIds), say: () => undefined })

test('every board of the fleet gets a whole container of a newer release, some one to try as well', async () => {
  await offer(1)
  expect(versions.map(({ filePath, isRelease }) => [filePath, isRelease])).toEqual([
    ['B-1-2.1.0.wkfw', true],
    ['B-1-2.2.0.wkfw', false],
    ['B-2-2.1.0.wkfw', true],
  ])
  for (const [place, file] of uploads.entries()) {
    const { pcbCode, partType, version, isRelease } = versions[place] ?? {}
    expect(readContainerHeader(file)).toMatchObject({ pcbCode, partType, version, isRelease })
    expect(file.readUInt32LE(file.length - 68)).toBe(crc32(file.subarray(0, -68)))
    expect(file.subarray(-64).every((byte) => byte === 0)).toBe(true)
  }
  expect(Object.keys(JSON.parse(String(versions[0]?.['remark'])) as object)).toEqual(['zh', 'en', 'de', 'fr'])
})

test('a platform that has firmware is left as it is', async () => {
  versions.push({ version: 'somebody’s' })
  await offer(1, 3)
  expect(uploads).toEqual([])
})
