import type { RolloutKindName, TargetSelection } from '@wattkeeper/contracts/api/rollouts'
import type { RawBuilder } from 'kysely'
import type { Db, Services } from '../../context.ts'

/** What a roll-out is to do; a kind may add what it needs. */
export interface RolloutBody {
  readonly params?: readonly { readonly id: string; readonly value: string | number }[]
  readonly versionId?: number
  readonly equipTypeId?: number
  readonly partType?: string
  readonly version?: string
}

/** What a roll-out does to a device. The engine decides when and to which devices; the kind does it. */
export interface RolloutKind {
  readonly name: RolloutKindName
  /**
   * What the selection means, as a select that runs in the caller's scope: device_id, part_type ('' for none), addr_id (0
   * for none), version_before (as reported, or null), skipped (why it is not told at all, or null), body (its own values
   * instead of the roll-out's, or null).
   */
  candidates(db: Db, asked: Asked): Promise<RawBuilder<unknown>>
  /** Makes the work of each target within the engine's transaction. Answers for every target. */
  dispatch(db: Db, order: DispatchOrder, targets: readonly DispatchTarget[]): Promise<readonly Dispatch[]>
  /** After the commit: wakes whoever carries the work out. */
  announce(services: Services, dispatched: readonly Dispatched[]): void
  /**
   * Ends work that has not reached its device yet, in a transaction. Answers what it has ended; the rest goes on and is
   * settled as always.
   */
  withdraw(db: Db, workIds: readonly number[], now: number): Promise<readonly number[]>
  /** Of a roll-out that begins with one device: whether that one has come back after the change. */
  hasReturned?(db: Db, workId: number, now: number): Promise<boolean>
}

export interface Asked {
  readonly selection: TargetSelection
  /** Of firmware. */
  readonly versionId?: number | undefined
}

export interface DispatchOrder {
  readonly rolloutId: number
  readonly body: RolloutBody
  readonly now: number
  readonly deadlineHours: number
  readonly createdBy: number | null
}

export interface DispatchTarget {
  readonly targetId: number
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
  /** Its own instead of the roll-out's. */
  readonly body: RolloutBody | null
  /** A person wants it although the device failed repeatedly. */
  readonly insists: boolean
}

export interface Dispatched {
  readonly targetId: number
  readonly deviceId: number
  readonly workId: number
}

export type Dispatch =
  | {
      readonly targetId: number
      readonly workId: number
      /** For an undo: [{id, value}], value null where it is not known. */
      readonly valueBefore?: readonly { readonly id: string; readonly value: string | null }[]
    }
  /** It will never be told. */
  | { readonly targetId: number; readonly skipped: string }
  /** It gives its place to the next. */
  | { readonly targetId: number; readonly notYet: string }

/** What became of a piece of work. */
export interface Outcome {
  readonly workId: number
  /** sent: it goes on, and the times or the result have changed. */
  readonly state: 'sent' | 'success' | 'failed' | 'skipped'
  readonly reason?: string | null | undefined
  readonly message?: string | null | undefined
  readonly result?: 1 | 0 | 9 | -1 | null | undefined
  readonly sentAt?: string | null | undefined
  readonly backAt?: string | null | undefined
}
