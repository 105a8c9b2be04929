/** What the main thread and the writer thread say to each other. */
export type ToWriter = { kind: 'batch'; number: number; buffer: ArrayBuffer } | { kind: 'stop' }

export type FromWriter =
  | { kind: 'stored'; number: number; counts: Record<string, number>; facts: Record<string, number[]> }
  | { kind: 'database'; isAway: boolean; reason: string }

export interface WriterData {
  databaseUrl: string
  /** Of the cache of last-known values, where there is one. */
  redisUrl?: string
  lanes: number
}
