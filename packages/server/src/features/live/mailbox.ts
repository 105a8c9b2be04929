import type { LiveEvent } from '@wattkeeper/contracts/api/dashboard'
import type { ChangedCommand, ChangedDevice, ChangedUpgrade } from './queries.ts'

type Counts = Extract<LiveEvent, { type: 'counts' }>

export interface AlarmChange {
  readonly opened: number
  readonly closed: number
  readonly equipIds: readonly number[]
}

interface Interests {
  readonly devices: boolean
  readonly alarms: boolean
  readonly commands: boolean
  readonly rollouts: boolean
  readonly upgrades: boolean
  readonly events: boolean
}

/** A client that is told of more than this had better read again what it shows. */
export const mostNamed = 500

/**
 * What one client has not been told yet. News of the same thing replace or join each other while the client is slow, so
 * that a mailbox never grows; one that would is exchanged for a new hello.
 */
export class Mailbox {
  private readonly interests: Interests
  private isHelloDue = true
  private told: string | undefined
  private countsDue: Counts | undefined
  private readonly devices = new Map<number, ChangedDevice>()
  private alarms: { opened: number; closed: number; equipIds: Set<number> } | undefined
  /** Commands, with their devices. */
  private readonly commands = new Map<number, number>()
  private readonly rollouts = new Set<number>()
  /** Upgrades, with their devices. */
  private readonly upgrades = new Map<number, number>()
  private hasEvents = false
  private isNotified = false
  private isEnded = false
  private wake: (() => void) | undefined

  constructor(interests: Interests) {
    this.interests = interests
  }

  /** Whatever was shown before may be old: nothing else needs saying but the counts. */
  hello(): void {
    this.isHelloDue = true
    this.devices.clear()
    this.alarms = undefined
    this.commands.clear()
    this.rollouts.clear()
    this.upgrades.clear()
    this.hasEvents = false
    this.stir()
  }

  counts(counts: Omit<Counts, 'type'>): void {
    this.countsDue = { type: 'counts', ...counts }
    this.stir()
  }

  changed(devices: readonly ChangedDevice[]): void {
    if (!this.interests.devices) return
    for (const device of devices) this.devices.set(device.id, device)
    if (this.devices.size > mostNamed) this.hello()
    this.stir()
  }

  alarmed({ opened, closed, equipIds }: AlarmChange): void {
    if (!this.interests.alarms) return
    const known = this.alarms ?? { opened: 0, closed: 0, equipIds: new Set() }
    this.alarms = {
      opened: known.opened + opened,
      closed: known.closed + closed,
      equipIds: new Set([...known.equipIds, ...equipIds]),
    }
    if (this.alarms.equipIds.size > mostNamed) this.hello()
    this.stir()
  }

  commanded(commands: readonly ChangedCommand[]): void {
    if (!this.interests.commands) return
    for (const { id, deviceId } of commands) this.commands.set(id, deviceId)
    if (this.commands.size > mostNamed) this.hello()
    this.stir()
  }

  rolledOut(ids: readonly number[]): void {
    if (!this.interests.rollouts) return
    for (const id of ids) this.rollouts.add(id)
    this.stir()
  }

  upgraded(upgrades: readonly ChangedUpgrade[]): void {
    if (!this.interests.upgrades) return
    for (const { id, deviceId } of upgrades) this.upgrades.set(id, deviceId)
    if (this.upgrades.size > mostNamed) this.hello()
    this.stir()
  }

  /** Something happened to a device in sight. */
  happened(): void {
    if (!this.interests.events) return
    this.hasEvents = true
    this.stir()
  }

  /** Of this user alone, not of an audience. */
  notified(): void {
    this.isNotified = true
    this.stir()
  }

  end(): void {
    this.isEnded = true
    this.stir()
  }

  /** Everything from a hello on, until the mailbox is ended. */
  async *events(now: () => number): AsyncGenerator<LiveEvent, void> {
    while (!this.isEnded) {
      const event = this.next(now)
      if (event) yield event
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }

  private next(now: () => number): LiveEvent | undefined {
    if (this.isHelloDue) {
      this.isHelloDue = false
      return { type: 'hello', at: new Date(now()).toISOString() }
    }
    if (this.isNotified) {
      this.isNotified = false
      return { type: 'notifications' }
    }
    if (this.hasEvents) {
      this.hasEvents = false
      return { type: 'events' }
    }
    return (
      this.nextCounts() ??
      this.nextCommands() ??
      this.nextRollouts() ??
      this.nextUpgrades() ??
      this.nextAlarms() ??
      this.nextDevices()
    )
  }

  /** The same counts are not said twice. */
  private nextCounts(): LiveEvent | undefined {
    const counts = this.countsDue
    this.countsDue = undefined
    const said = JSON.stringify(counts)
    if (!counts || said === this.told) return undefined
    this.told = said
    return counts
  }

  private nextAlarms(): LiveEvent | undefined {
    if (!this.alarms) return undefined
    const { opened, closed, equipIds } = this.alarms
    this.alarms = undefined
    return { type: 'alarms', opened, closed, equipIds: [...equipIds] }
  }

  private nextCommands(): LiveEvent | undefined {
    if (this.commands.size === 0) return undefined
    const [commandIds, equipIds] = [[...this.commands.keys()], [...new Set(this.commands.values())]]
    this.commands.clear()
    return { type: 'commands', equipIds, commandIds }
  }

  private nextRollouts(): LiveEvent | undefined {
    if (this.rollouts.size === 0) return undefined
    const rolloutIds = [...this.rollouts]
    this.rollouts.clear()
    return { type: 'rollouts', rolloutIds }
  }

  private nextUpgrades(): LiveEvent | undefined {
    if (this.upgrades.size === 0) return undefined
    const [jobIds, equipIds] = [[...this.upgrades.keys()], [...new Set(this.upgrades.values())]]
    this.upgrades.clear()
    return { type: 'upgrades', equipIds, jobIds }
  }

  private nextDevices(): LiveEvent | undefined {
    if (this.devices.size === 0) return undefined
    const devices = [...this.devices.values()]
    this.devices.clear()
    return { type: 'devices', devices }
  }

  private stir(): void {
    this.wake?.()
    this.wake = undefined
  }
}
