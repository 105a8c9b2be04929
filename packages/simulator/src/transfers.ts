import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

/** Silence on an open connection, not the time that a slow line takes. */
const silenceMs = 60_000
const retryMs = 2_000
const mostRetryMs = 30_000
/** In a row without a single new byte. */
const mostFailures = 6

/** Lets time pass, as the device feels it. */
export type Wait = (ms: number) => Promise<void>

export interface Fetched {
  readonly size: number
  readonly md5: string
  readonly sha256: string
}

export interface Fetching {
  readonly wait: Wait
  /** More than this is no such file. */
  readonly most?: number
  /** Sees the bytes in their order, and how many have come with them; what it throws breaks the connection. */
  readonly onBytes?: (bytes: Uint8Array, size: number) => void
  /** Those before are worth nothing: the file begins anew. */
  readonly onRestart?: () => void
  /** The platform asks for patience. */
  readonly onBusy?: (waitMs: number) => void
  readonly signal?: AbortSignal
}

/** The platform does not give the file, and will not give it later. */
class NoSuchFile extends Error {}

class Busy extends Error {
  readonly waitMs: number
  constructor(seconds: number) {
    super('the platform is busy')
    this.waitMs = seconds * 1_000
  }
}

/**
 * A file on its way to a device, without keeping it: a transfer that breaks goes on where it stopped, for as long as the
 * platform still has the same file.
 */
export class Download {
  size = 0
  private readonly url: string
  private hashes: readonly [Hash, Hash] = hashes()
  private edition: string | undefined

  constructor(url: string) {
    this.url = url
  }

  async fetch(how: Fetching): Promise<Fetched> {
    for (let failures = 0; ;) {
      const before = this.size
      try {
        await this.attempt(how)
        const [md5, sha256] = this.hashes.map((hash) => hash.copy().digest('hex'))
        return { size: this.size, md5: md5 ?? '', sha256: sha256 ?? '' }
      } catch (error) {
        if (error instanceof NoSuchFile || how.signal?.aborted) throw error
        if (error instanceof Busy) {
          how.onBusy?.(error.waitMs)
          await how.wait(error.waitMs)
          continue
        }
        failures = this.size > before ? 1 : failures + 1
        if (failures > mostFailures)
          throw new Error(`the download broke off at ${this.size} bytes`, { cause: error })
        await how.wait(Math.min(mostRetryMs, retryMs * 2 ** (failures - 1)))
      }
    }
  }

  private async attempt(how: Fetching): Promise<void> {
    const ending = new AbortController()
    const silence = setTimeout(() => ending.abort(new Error('nothing came for a minute')), silenceMs)
    const signal = how.signal ? AbortSignal.any([how.signal, ending.signal]) : ending.signal
    try {
      const response = await fetch(this.url, { headers: this.asking(), signal })
      // Nothing is left of the file: the connection broke after its last byte.
      if (response.status === 416 && this.size > 0) return await response.body?.cancel()
      const body = await this.accept(response, how)
      for await (const bytes of body) {
        silence.refresh()
        this.take(bytes, how)
      }
    } finally {
      clearTimeout(silence)
      ending.abort()
    }
  }

  private asking(): Record<string, string> {
    if (this.size === 0 || this.edition === undefined) return {}
    return { range: `bytes=${this.size}-`, 'if-range': this.edition }
  }

  private async accept(response: Response, how: Fetching): Promise<AsyncIterable<Uint8Array>> {
    const { status, headers, body } = response
    if (!response.ok || !body) {
      await body?.cancel()
      if (status === 503) throw new Busy(Number(headers.get('retry-after') ?? 10))
      const message = `the platform answered ${status} for the file`
      throw status >= 500 ? new Error(message) : new NoSuchFile(message)
    }
    const isRest = status === 206 && headers.get('content-range')?.startsWith(`bytes ${this.size}-`) === true
    if (!isRest) this.beginAnew(how)
    this.edition = headers.get('etag') ?? undefined
    return body
  }

  private beginAnew(how: Fetching): void {
    if (this.size > 0) how.onRestart?.()
    this.size = 0
    this.hashes = hashes()
  }

  private take(bytes: Uint8Array, { most = Infinity, onBytes }: Fetching): void {
    if (this.size + bytes.length > most) throw new NoSuchFile(`the file has more than ${most} bytes`)
    for (const hash of this.hashes) hash.update(bytes)
    this.size += bytes.length
    onBytes?.(bytes, this.size)
  }
}

const hashes = (): readonly [Hash, Hash] => [createHash('md5'), createHash('sha256')]

export async function putFile(url: string, body: string | AsyncGenerator<Uint8Array>): Promise<void> {
  const signal = AbortSignal.timeout(silenceMs)
  const stream =
    typeof body === 'string' ? { body } : { body: ReadableStream.from(body), duplex: 'half' as const }
  const response = await fetch(url, { method: 'PUT', ...stream, signal })
  if (!response.ok) throw new Error(`the platform answered ${response.status} to the log`)
}
