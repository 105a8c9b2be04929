import { Agent, get } from 'node:http'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Check } from 'typebox/value'

// Devices that fetch, in a process of their own: each a file in parts, one part after the other, all at once.

export const FetchOrder = Type.Object({
  port: Type.Integer(),
  /** One a device. */
  paths: Type.Array(Type.String()),
  parts: Type.Integer(),
  partBytes: Type.Integer(),
})
export type FetchOrder = Static<typeof FetchOrder>

export const Fetched = Type.Object({
  seconds: Type.Number(),
  bytes: Type.Number(),
  turnedAway: Type.Number(),
})
export type Fetched = Static<typeof Fetched>

async function fetchAll({ port, paths, parts, partBytes }: FetchOrder): Promise<Fetched> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const startedAt = performance.now()
  let [bytes, turnedAway] = [0, 0]
  const fetchFile = async (path: string) => {
    for (let part = 0; part < parts;) {
      const first = part * partBytes
      const range = `bytes=${first}-${first + partBytes - 1}`
      const { status, size } = await fetchPart({ port, path, agent, headers: { range } })
      bytes += status === 206 ? size : 0
      if (status === 503) turnedAway += 1
      else if (status !== 206 || size !== partBytes)
        throw new Error(`part ${part} of ${path}: ${status}, ${size} bytes`)
      else part += 1
    }
  }
  await Promise.all(paths.map(fetchFile))
  agent.destroy()
  return { seconds: (performance.now() - startedAt) / 1_000, bytes, turnedAway }
}

interface Part {
  readonly port: number
  readonly path: string
  readonly agent: Agent
  readonly headers: { readonly range: string }
}

const fetchPart = (part: Part): Promise<{ status: number; size: number }> =>
  new Promise((resolve, reject) => {
    const request = get(part, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, size }))
      response.once('error', reject)
    })
    request.once('error', reject)
  })

process.on('message', (order: unknown) => {
  if (!Check(FetchOrder, order)) return
  fetchAll(order).then(
    (fetched) => process.send?.(fetched),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
