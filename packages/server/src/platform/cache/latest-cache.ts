/** The last-known value of one unit of one board, as the table of last-known values has it. */
export interface Latest {
  readonly deviceId: number
  readonly board: string
  readonly unit: number
  /** Orders it among its kind: ms. */
  readonly at: number
  /** ISO 8601. */
  readonly ts: string
  readonly receivedAt: string
  readonly numbers: (number | null)[]
  readonly extra: Record<string, unknown> | null
}

/**
 * Last-known values beside the database that holds them for good. What is lost here is read there again; whatever
 * fails, the reader goes there.
 */
export interface LatestCache {
  /** Puts newer values in the place of older ones, of devices that somebody has looked at. */
  keep(values: readonly Latest[]): Promise<void>
  /** Of each device that is known completely. */
  read(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly Latest[]>>
  /**
   * From now on `keep` counts for these devices; `load` with what the database holds afterwards makes them complete.
   * In this order nothing that is committed in between is missed.
   */
  begin(deviceIds: readonly number[]): Promise<void>
  load(deviceIds: readonly number[], values: readonly Latest[]): Promise<void>
  /** A write that changes nothing: proves the way. */
  touch(deviceId: number): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the writer keeps as text. */
export const readExtra = (text: string | null): Latest['extra'] =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>)
