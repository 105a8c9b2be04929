/**
 * Beside the database, which holds everything for good: what is lost here is read there again, and whatever fails, the
 * reader goes there.
 */
export interface Cache {
  readonly latest: Shelf<Latest>
  readonly presence: Shelf<DevicePresence>
  /** A write that changes nothing: proves the way. */
  touch(deviceId: number): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** What is known of devices that somebody has looked at, not long ago. */
export interface Shelf<T> {
  /** How long what is kept may be seen after a write was lost. */
  readonly staleMs: number
  /** Puts newer values in the place of older ones, of devices that somebody has looked at. */
  keep(values: readonly T[]): Promise<void>
  /** Of each device that is known completely. */
  read(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly T[]>>
  /**
   * From now on `keep` counts for these devices; the look's `load` with what the database holds afterwards makes them
   * complete. In this order nothing that is committed in between is missed. A look that lost its ground meanwhile,
   * because the cache was emptied or somebody else looked later, loads nothing.
   */
  begin(deviceIds: readonly number[]): Promise<Look<T>>
}

export interface Look<T> {
  load(values: readonly T[]): Promise<void>
}

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

/** Whether a device is connected, as its row has it. */
export interface DevicePresence {
  readonly deviceId: number
  /** Orders the states of a device as they were committed. */
  readonly version: number
  readonly isOnline: 0 | 1
  readonly lastOnlineAt: string | null
  readonly lastOfflineAt: string | null
}

/** What the writer keeps as text. */
export const readExtra = (text: string | null): Latest['extra'] =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>)
