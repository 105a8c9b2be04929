import type { AppDatabase, Db } from '../../context.ts'
import type { Scope } from '../../platform/database/database.ts'
import { Pacer } from '../../platform/live/pacer.ts'
import type { Turns } from '../../platform/live/turns.ts'
import { type FleetCount, countFleet } from '../dashboard/index.ts'
import { type Mailbox, mostNamed } from './mailbox.ts'
import {
  type ChangedCommand,
  type ChangedDevice,
  type ChangedUpgrade,
  changedCommands,
  changedDevices,
  changedRollouts,
  changedUpgrades,
  openedSince,
  seesAnyOf,
} from './queries.ts'

interface Means {
  readonly scope: Scope
  readonly database: AppDatabase
  /** Shared by all audiences: together they never take more than a few connections. */
  readonly turns: Turns
  readonly onError: (error: unknown) => void
}

interface Glimpse {
  readonly counts: FleetCount
  readonly devices: readonly ChangedDevice[]
  readonly commands: readonly ChangedCommand[]
  readonly rollouts: readonly number[]
  readonly upgrades: readonly ChangedUpgrade[]
  readonly hasEvents: boolean
  readonly opened: number
  readonly newestId: number
}

/** What one look asks about. */
interface Asked {
  readonly devices: readonly number[]
  readonly commands: readonly number[]
  readonly rollouts: readonly number[]
  readonly upgrades: readonly number[]
  /** Devices to which something happened, however many: all that is asked is whether one is in sight. */
  readonly eventful: readonly number[]
}

const nothing = { devices: [], commands: [], rollouts: [], upgrades: [] }

/** An operator sees a change within a second: the first at once, the next half a second later. */
const restMs = 500
/** However large the fleet, an audience keeps the database busy for a fifth of the time at most. */
const restShare = 4

/** Everybody who sees the same rows. What changed is read once for all of them, under their own scope. */
export class Audience {
  readonly members = new Set<Mailbox>()
  private readonly means: Means
  private readonly pacer: Pacer
  private readonly changed = new Set<number>()
  private readonly alarmed = new Set<number>()
  private readonly commanded = new Set<number>()
  private readonly rolledOut = new Set<number>()
  private readonly upgraded = new Set<number>()
  private readonly eventful = new Set<number>()
  private newestId: number | undefined
  private active: number | undefined

  constructor(means: Means) {
    this.means = means
    this.pacer = new Pacer(() => this.look(), { restMs, restShare, onError: means.onError })
  }

  join(member: Mailbox): void {
    this.members.add(member)
    this.pacer.ask()
  }

  /** Facts may have been missed: everybody begins anew. */
  begin(): void {
    for (const member of this.members) member.hello()
    this.pacer.ask()
  }

  devicesChanged(ids: readonly number[]): void {
    for (const id of ids) this.changed.add(id)
    this.pacer.ask()
  }

  alarmsChanged(ids: readonly number[]): void {
    for (const id of ids) this.alarmed.add(id)
    this.pacer.ask()
  }

  commandsChanged(ids: readonly number[]): void {
    for (const id of ids) this.commanded.add(id)
    this.pacer.ask()
  }

  rolloutsChanged(ids: readonly number[]): void {
    for (const id of ids) this.rolledOut.add(id)
    this.pacer.ask()
  }

  upgradesChanged(ids: readonly number[]): void {
    for (const id of ids) this.upgraded.add(id)
    this.pacer.ask()
  }

  eventsStored(ids: readonly number[]): void {
    for (const id of ids) this.eventful.add(id)
    this.pacer.ask()
  }

  stop(): void {
    this.pacer.stop()
  }

  private async look(): Promise<void> {
    const { scope, database, turns } = this.means
    const changed = take(this.changed)
    const alarmed = take(this.alarmed)
    const commanded = take(this.commanded)
    const rolledOut = take(this.rolledOut)
    const upgraded = take(this.upgraded)
    const eventful = take(this.eventful)
    const ids = new Set([...changed, ...alarmed])
    const isTooMany = [ids, commanded, rolledOut, upgraded].some(({ size }) => size > mostNamed)
    try {
      const named = {
        ...{ devices: [...ids], commands: [...commanded] },
        ...{ rollouts: [...rolledOut], upgrades: [...upgraded] },
      }
      const asked = { ...(isTooMany ? nothing : named), eventful: [...eventful] }
      const glimpse = await turns.take(() => database.scoped(scope, (db) => this.read(db, asked)))
      this.tell(glimpse, alarmed, isTooMany)
    } catch (error) {
      for (const id of changed) this.changed.add(id)
      for (const id of alarmed) this.alarmed.add(id)
      for (const id of commanded) this.commanded.add(id)
      for (const id of rolledOut) this.rolledOut.add(id)
      for (const id of upgraded) this.upgraded.add(id)
      for (const id of eventful) this.eventful.add(id)
      throw error
    }
  }

  private async read(db: Db, asked: Asked): Promise<Glimpse> {
    const opened = await openedSince(db, this.newestId)
    return {
      ...opened,
      counts: await countFleet(db),
      devices: await changedDevices(db, asked.devices),
      commands: await changedCommands(db, asked.commands),
      rollouts: await changedRollouts(db, asked.rollouts),
      upgrades: await changedUpgrades(db, asked.upgrades),
      hasEvents: await seesAnyOf(db, asked.eventful),
    }
  }

  private tell(
    { counts, devices, commands, rollouts, upgrades, hasEvents, opened, newestId }: Glimpse,
    alarmed: ReadonlySet<number>,
    isTooMany: boolean,
  ): void {
    const closed = Math.max(0, (this.active ?? counts.activeAlarms) + opened - counts.activeAlarms)
    const equipIds = devices.map(({ id }) => id).filter((id) => alarmed.has(id))
    this.newestId = newestId
    this.active = counts.activeAlarms
    for (const member of this.members) {
      if (isTooMany) member.hello()
      member.counts(counts)
      if (commands.length > 0) member.commanded(commands)
      if (rollouts.length > 0) member.rolledOut(rollouts)
      if (upgrades.length > 0) member.upgraded(upgrades)
      if (equipIds.length > 0) member.alarmed({ opened, closed, equipIds })
      if (devices.length > 0) member.changed(devices)
      if (hasEvents) member.happened()
    }
  }
}

/** Empties a set into another: what comes in from now on belongs to the next look. */
function take(from: Set<number>): Set<number> {
  const taken = new Set(from)
  from.clear()
  return taken
}
