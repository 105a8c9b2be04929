import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { FileTooLarge, type Limits, type Written } from './file-store.ts'

interface Counting extends Limits {
  /** Asked before more bytes than this are taken; may throw. */
  readonly beforeBytes?: (size: number) => Promise<void>
}

/** The same bytes, counted and hashed on their way; the second of the pair tells what they were, once all have gone. */
export function counted(
  source: Readable,
  { maxBytes, onBytes, beforeBytes }: Counting,
): readonly [AsyncIterable<Uint8Array>, () => Written] {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  async function* count(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw new FileTooLarge(maxBytes)
      await beforeBytes?.(size)
      md5.update(chunk)
      sha256.update(chunk)
      onBytes?.(size)
      yield chunk
    }
  }
  return [count(), () => ({ size, md5: md5.digest('hex'), sha256: sha256.digest('hex') })]
}
