/** How long the first of a kind waits for others that come with it. */
export const GATHER_MS = 5_000
/** After a message of a kind, the next one gathers for so long. */
const REPEAT_MS = 300_000
/** With a level-1 alarm in it. */
const URGENT_REPEAT_MS = 60_000
/** The console disturbs nobody. */
const CONSOLE_REPEAT_MS = 30_000

export interface Waiting {
  /** When the first of them was due. */
  readonly firstAt: number
  readonly lastMessageAt: number | null
  readonly worst: number | null
  readonly isConsole: boolean
}

/** Whether what waits for somebody is told now, or gathers further. */
export function isRipe({ firstAt, lastMessageAt, worst, isConsole }: Waiting, now: number): boolean {
  const repeatMs = isConsole ? CONSOLE_REPEAT_MS : worst === 1 ? URGENT_REPEAT_MS : REPEAT_MS
  const isFirstForAWhile = lastMessageAt === null || now - lastMessageAt >= repeatMs
  return isFirstForAWhile && now - firstAt >= GATHER_MS
}

const RETRY_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000] as const

/** How long after the n-th failure it is tried again; undefined: no more. */
export const retryAfter = (attempts: number): number | undefined => RETRY_MS[attempts - 1]
