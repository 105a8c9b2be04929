import type { Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { scopeKey } from '../../platform/access/standing.ts'
import { Turns } from '../../platform/live/turns.ts'
import { Audience } from './audience.ts'
import { Mailbox } from './mailbox.ts'

const readsAtOnce = 2

/**
 * Hears what changed and lets each audience look at it under its own scope. It listens only while somebody watches, and
 * holds no database connection in between.
 */
export class Hub {
  private readonly services: Services
  private readonly onError: (error: unknown) => void
  private readonly audiences = new Map<string, Audience>()
  private readonly turns = new Turns(readsAtOnce)
  private deaf: (() => void)[] = []

  constructor(services: Services, onError: (error: unknown) => void) {
    this.services = services
    this.onError = onError
  }

  join(caller: Caller): Mailbox {
    if (this.audiences.size === 0) this.listen()
    const key = scopeKey(caller)
    const audience = this.audiences.get(key) ?? this.gather(caller)
    this.audiences.set(key, audience)
    const { permissions } = caller
    const member = new Mailbox({
      devices: permissions.has('devices.read'),
      alarms: permissions.has('alarms.read'),
      commands: permissions.has('commands.read'),
      rollouts: permissions.has('rollouts.read'),
      upgrades: permissions.has('upgrades.read'),
      events: permissions.has('events.read'),
    })
    audience.join(member)
    return member
  }

  leave(caller: Caller, member: Mailbox): void {
    member.end()
    const key = scopeKey(caller)
    const audience = this.audiences.get(key)
    audience?.members.delete(member)
    if (!audience || audience.members.size > 0) return
    audience.stop()
    this.audiences.delete(key)
    if (this.audiences.size === 0) for (const stop of this.deaf.splice(0)) stop()
  }

  private gather({ scope }: Caller): Audience {
    const { turns, onError, services } = this
    return new Audience({ scope, database: services.database, turns, onError })
  }

  private listen(): void {
    const { bus } = this.services
    const everybody = (tell: (audience: Audience) => void) => {
      for (const audience of this.audiences.values()) tell(audience)
    }
    this.deaf = [
      bus.hear('deviceStateChanged', ({ deviceIds }) => everybody((each) => each.devicesChanged(deviceIds))),
      bus.hear('deviceEdited', ({ deviceId }) => everybody((each) => each.devicesChanged([deviceId]))),
      bus.hear('alarmsChanged', ({ deviceIds }) => everybody((each) => each.alarmsChanged(deviceIds))),
      bus.hear('commandsChanged', ({ commandIds }) => everybody((each) => each.commandsChanged(commandIds))),
      bus.hear('rolloutsChanged', ({ rolloutIds }) => everybody((each) => each.rolloutsChanged(rolloutIds))),
      bus.hear('upgradesChanged', ({ jobIds }) => everybody((each) => each.upgradesChanged(jobIds))),
      bus.hear('eventsStored', ({ deviceIds }) => everybody((each) => each.eventsStored(deviceIds))),
      bus.onGap(() => everybody((each) => each.begin())),
    ]
  }
}
