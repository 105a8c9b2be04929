import { createHash } from 'node:crypto'

const timeoutMs = 60_000

export interface Fetched {
  readonly size: number
  readonly md5: string
  readonly sha256: string
}

/** Fetches a file as a device would, without keeping it; says how many bytes have come so far. */
export async function fetchFile(
  url: string,
  onBytes: (size: number) => void = () => undefined,
): Promise<Fetched> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok || !response.body) throw new Error(`the platform answered ${response.status} for the file`)
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  const chunks: AsyncIterable<Uint8Array> = response.body
  for await (const chunk of chunks) {
    size += chunk.length
    md5.update(chunk)
    sha256.update(chunk)
    onBytes(size)
  }
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

export async function putFile(url: string, body: string | AsyncGenerator<Uint8Array>): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const stream =
    typeof body === 'string' ? { body } : { body: ReadableStream.from(body), duplex: 'half' as const }
  const response = await fetch(url, { method: 'PUT', ...stream, signal })
  if (!response.ok) throw new Error(`the platform answered ${response.status} to the log`)
}
