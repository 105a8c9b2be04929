import type { CommandReason } from '@wattkeeper/contracts/api/commands'

/** An unanswered command goes out again after this, or has failed; as long it takes to read parameters back. */
export const ANSWER_MS = 10_000

/** A command as a reply finds it. */
export interface Answered {
  readonly kind: string
  readonly state: string
  readonly reason: string | null
  readonly attempts: number
  /** Its parameters were reported after it was sent. */
  readonly hasRead: boolean
  /** The device reports other parameters than it sets. */
  readonly differs: boolean
}

export type Verdict =
  | { readonly state: 'done'; readonly result: 1 | 0; readonly reason: CommandReason | null }
  /** The device says yes, and its parameters are still to be read back. */
  | { readonly state: 'proving' }
  /** It will be asked again, and says the same again. */
  | { readonly state: 'waiting' }
  | 'repeated'

/** Ends that an answer may still correct: the device had not been heard when they came. */
const unheard: ReadonlySet<string> = new Set<CommandReason>(['noAnswer', 'expired', 'superseded'])

/** What an answer means for its command; the first one counts. */
export function judge(command: Answered, result: 1 | 0): Verdict {
  const { kind, state, reason, attempts, hasRead, differs } = command
  if (attempts === 0 || state === 'proving') return 'repeated'
  const isParam = kind === 'param'
  if (state === 'done') {
    if (reason === null || !unheard.has(reason)) return 'repeated'
    // The device has acted, late: the log tells what is true.
    if (result === 0) return { state: 'done', result: 0, reason: 'refused' }
    return isParam && differs
      ? { state: 'done', result: 0, reason: 'differs' }
      : { state: 'done', result: 1, reason: 'lateAnswer' }
  }
  if (result === 0) return { state: 'done', result: 0, reason: 'refused' }
  if (!isParam || (hasRead && !differs)) return { state: 'done', result: 1, reason: null }
  return { state: state === 'sent' ? 'proving' : 'waiting' }
}
