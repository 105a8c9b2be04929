import { asFailure } from './failure.ts'

const keyBytes = 16

/** Names one deed of the user for the server (`Idempotency-Key`). Made by hand: randomUUID is missing on plain http. */
export const newDeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Whoever presses again later than this means it anew. */
const sameDeedMs = 60_000

interface Lost {
  readonly input: string
  readonly deed: string
  readonly at: number
}

/**
 * Runs the deeds of one button or form. Whether a deed whose answer was lost was done nobody knows: asked for again as it
 * was, it is the same deed under the same key, and the server does it once.
 */
export function deedRunner() {
  let lost: Lost | undefined
  return async <T>(input: unknown, run: (deed: string) => Promise<T>): Promise<T> => {
    const asked = JSON.stringify(input)
    const isAgain = lost?.input === asked && Date.now() - lost.at < sameDeedMs
    const deed = isAgain && lost ? lost.deed : newDeed()
    lost = undefined
    try {
      return await run(deed)
    } catch (thrown) {
      const { kind } = asFailure(thrown)
      if (kind === 'network' || kind === 'timeout') lost = { input: asked, deed, at: Date.now() }
      throw thrown
    }
  }
}
