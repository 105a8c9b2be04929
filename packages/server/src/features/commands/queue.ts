import type { OperationSource } from '@wattkeeper/contracts/api/commands'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { fail } from '@wattkeeper/contracts/kit'
import type { Command } from '@wattkeeper/contracts/link'
import type { Db } from '../../context.ts'
import type { Facts } from '../../facts.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { insertCommand, insertCommands, withdrawWaiting } from './queue-queries.ts'

type WithoutHead<C> = C extends unknown ? Omit<C, 'id' | 'expires'> : never
/** A command on the wire, without what the engine adds. */
export type CommandBody = WithoutHead<Command>

const DAY_MS = 86_400_000
/** Nobody wants a light to come on tomorrow. */
export const SWITCH_VALID_MS = 120_000

export interface NewCommand {
  readonly deviceId: number
  readonly body: CommandBody
  readonly source: OperationSource
  /** What it sets: a waiting command for nothing but this is superseded. Without it none is. */
  readonly signal?: string | readonly string[]
  /** A day unless said otherwise. */
  readonly validForMs?: number
  readonly createdBy?: number
  /** Milliseconds since 1970: the present, unless a clock says otherwise. */
  readonly now?: number
}

export interface QueuedCommand {
  readonly commandId: number
  readonly deviceId: number
  /** Older ones whose place it takes. */
  readonly superseded: readonly number[]
}

/**
 * Writes a command in the caller's transaction; it goes out once that has committed and `announceQueued` was called
 * (the engine finds it without, only later). 404 for a device that the caller does not see.
 */
export async function queueCommand(db: Db, command: NewCommand): Promise<QueuedCommand> {
  const {
    deviceId,
    body,
    source,
    signal = [],
    validForMs = DAY_MS,
    createdBy = null,
    now = Date.now(),
  } = command
  const signals = typeof signal === 'string' ? [signal] : [...signal]
  const { kind } = body
  const inserted = await insertCommand(db, {
    ...{ deviceId, kind, body, signals, source, createdBy },
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + validForMs).toISOString(),
  })
  const { id, superseded } = inserted ?? fail(deviceProblems.notFound)
  return { commandId: id, deviceId, superseded }
}

export interface SameCommand extends Omit<NewCommand, 'deviceId' | 'body' | 'signal'> {
  readonly kind: CommandBody['kind']
  /** One command a device. */
  readonly commands: readonly {
    readonly deviceId: number
    readonly body: CommandBody
    readonly signals: readonly string[]
  }[]
}

/** As `queueCommand`, for many devices in one statement; devices that do not exist are left out. */
export async function queueCommands(db: Db, wanted: SameCommand): Promise<QueuedCommand[]> {
  const { commands, kind, source, validForMs = DAY_MS, createdBy = null, now = Date.now() } = wanted
  if (commands.length === 0) return []
  const head = {
    ...{ kind, source, createdBy },
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + validForMs).toISOString(),
  }
  const written = await insertCommands(db, { commands, head })
  return written.map(({ id, ...rest }) => ({ commandId: id, ...rest }))
}

/** Ends, in the caller's transaction, those of the commands that have not gone out yet; answers which. */
export function withdrawCommands(db: Db, ids: readonly number[], now: number): Promise<readonly number[]> {
  return ids.length === 0 ? Promise.resolve([]) : withdrawWaiting(db, ids, new Date(now).toISOString())
}

/** One NOTIFY carries at most 8,000 bytes. */
const IDS_A_MESSAGE = 200

/** To be called after the commit: wakes whoever holds the devices' sessions, and tells those who watch. */
export function announceQueued(bus: Bus<Facts>, queued: readonly QueuedCommand[]): void {
  for (let i = 0; i < queued.length; i += IDS_A_MESSAGE) {
    const some = queued.slice(i, i + IDS_A_MESSAGE)
    bus.announce('commandsQueued', { deviceIds: [...new Set(some.map(({ deviceId }) => deviceId))] })
  }
  const changes = queued.flatMap(({ commandId, superseded, deviceId }) =>
    [commandId, ...superseded].map((id) => ({ id, deviceId })),
  )
  announceChanges(bus, changes)
}

export interface ChangedCommand {
  readonly id: number
  readonly deviceId: number
}

export function announceChanges(bus: Bus<Facts>, changes: readonly ChangedCommand[]): void {
  for (let i = 0; i < changes.length; i += IDS_A_MESSAGE) {
    const some = changes.slice(i, i + IDS_A_MESSAGE)
    bus.announce('commandsChanged', {
      commandIds: [...new Set(some.map(({ id }) => id))],
      deviceIds: [...new Set(some.map(({ deviceId }) => deviceId))],
    })
  }
}
