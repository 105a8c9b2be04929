import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Check } from 'typebox/value'
import { newFileKey, openFolderStore } from '../src/platform/files/index.ts'
import { rangeOf } from '../src/platform/http/file-plane.ts'
import type { Bench } from './bench.ts'
import { underWatch } from './bench.ts'
import { Fetched, type FetchOrder } from './fetchers.ts'
import { count, judged, percent, scaled } from './figures.ts'
import { watchMemory } from './machine.ts'
import { rowsOf } from './plant.ts'

const fetching = 1_000
const parts = 4
const mebibyte = 1024 * 1024
const partBytes = mebibyte / 4
const mostGrowth = 250 * mebibyte

/** A thousand devices fetch the same firmware at once, each by a link of its own and in parts. */
export async function measureDownloads(bench: Bench): Promise<void> {
  const { product, options, note, say } = bench
  const devices = scaled(fetching, options.scale)
  say(`Planting a file of ${(parts * partBytes) / mebibyte} MiB and ${count(devices)} links to it`)
  const { file, paths } = await plantFile(bench, devices)
  const order = { parts, partBytes }
  // Once with few, so that code that is compiled first does not count.
  await fetchedBy({ ...order, port: product.port, paths: paths.slice(0, 20) })
  const memory = watchMemory(product.pidOf('om'))
  const [ours, processors] = await underWatch(bench, () => fetchedBy({ ...order, port: product.port, paths }))
  const { before, most } = memory.stop()
  const bare = await bareCopy(file, (port) => fetchedBy({ ...order, port, paths: paths.map(() => '/') }))
  const [rate, raw] = [ours, bare].map(({ bytes, seconds }) => bytes / seconds / mebibyte)
  const share = (rate ?? 0) / (raw ?? 1)
  note(
    judged(
      {
        what: `${count(devices)} devices fetch ${(parts * partBytes) / mebibyte} MiB each at once, by links and in ${parts} parts (Range)`,
        reach: 'half or more of what bare node:http streams of the same file; om grows by less than 250 MB',
        measured:
          `${percent(share)}: ${count(rate ?? 0)} of ${count(raw ?? 0)} MiB/s, ${count((devices * parts) / ours.seconds)} parts/s, ` +
          `${count(ours.turnedAway)} turned away; om grew by ${count((most - before) / mebibyte)} MB to ${count(most / mebibyte)} MB`,
      },
      {
        isMet: share >= 0.5 && most - before < mostGrowth,
        reason: `each part looks up its link and its file; ${processors}`,
      },
    ),
  )
}

async function plantFile({ product, planted }: Bench, devices: number) {
  const store = openFolderStore({ folder: join(product.dataDir, 'files') })
  const key = newFileKey()
  const bytes = randomBytes(parts * partBytes)
  const { size, md5, sha256 } = await store.write(key, Readable.from([bytes]), { maxBytes: bytes.length })
  const [row] = await rowsOf<{ id: number }>(
    product.db,
    `insert into stored_files (key, organization_id, size, md5, sha256) values ($1, $2, $3, $4, $5) returning id`,
    [key, planted.organizationId, size, md5, sha256],
  )
  const tokens = Array.from({ length: devices }, () => randomBytes(32).toString('base64url'))
  await product.db.query(
    `insert into device_links (token_hash, device_id, file_id, expires_at)
     select hash, device.id, $2, now() + interval '1 hour'
     from unnest($1::bytea[]) with ordinality as made (hash, at)
     join (select id, row_number() over (order by id) as at from devices order by id limit $3) device using (at)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), row?.id, devices],
  )
  return {
    file: join(product.dataDir, 'files', key.slice(0, 2), key),
    paths: tokens.map((token) => `/device/files/${token}`),
  }
}

/** The same file over the same loopback from a server that does nothing else. */
async function bareCopy(file: string, load: (port: number) => Promise<Fetched>): Promise<Fetched> {
  const server = createServer((request, response) => {
    const range = rangeOf(request.headers.range, parts * partBytes)
    if (typeof range !== 'object') return void response.writeHead(416).end()
    response.writeHead(206, { 'content-length': range.end - range.start + 1 })
    createReadStream(file, range).pipe(response)
  })
  // A device that takes its time is not idle.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  try {
    return await load(typeof address === 'object' ? (address?.port ?? 0) : 0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function fetchedBy(order: FetchOrder): Promise<Fetched> {
  const child = fork(fileURLToPath(new URL('./fetchers.ts', import.meta.url)), [], { execArgv: [] })
  try {
    const answered = new Promise<unknown>((resolve) => child.once('message', resolve))
    child.send(order)
    const answer = await answered
    if (Check(Fetched, answer)) return answer
    throw new Error(`the devices could not fetch: ${JSON.stringify(answer)}`)
  } finally {
    child.kill()
  }
}
