import type { TopicName } from '@wattkeeper/contracts/link'
import type { Line } from './deliveries.ts'
import { Fleet } from './fleet.ts'
import type { LinkEvents } from './link/device-link.ts'
import { identitiesOf } from './provision/identities.ts'
import type { Provisioned } from './provision/provision.ts'
import { randomOf } from './random.ts'
import { scenarios } from './scenarios/index.ts'
import type { ScenarioName } from './scenarios/index.ts'
import { Wheel } from './wheel.ts'

export const testStart = Date.UTC(2026, 6, 1, 4)

export interface Spoken {
  readonly at: number
  readonly code: string
  readonly name: TopicName | 'rubbish'
  readonly payload: unknown
}

/** A network on a clock set by hand: it writes down who says what and when, and acknowledges at once. */
export class RecordedLine implements Line {
  isOnline = false
  readonly unacknowledged = 0
  readonly spoken: Spoken[]
  private readonly code: string
  private readonly wheel: Wheel
  private readonly events: LinkEvents

  constructor(who: { code: string; wheel: Wheel; spoken: Spoken[] }, events: LinkEvents) {
    this.code = who.code
    this.wheel = who.wheel
    this.spoken = who.spoken
    this.events = events
  }

  connect(): void {
    if (this.isOnline) return
    this.isOnline = true
    this.events.onOnline?.()
  }

  disconnect(): void {
    this.drop()
  }

  cut(): void {
    this.drop()
    this.wheel.after(1_000, () => this.connect())
  }

  drop(): void {
    if (!this.isOnline) return
    this.isOnline = false
    this.events.onOffline?.('dropped')
  }

  /** Whereto it went; `isFound` says whether somebody is there. */
  readonly movedTo: string[] = []
  isFound = true

  moveTo(address: string): void {
    this.movedTo.push(address)
    this.drop()
    if (!this.isFound) this.events.onReturned?.()
    this.wheel.after(1_000, () => this.connect())
  }

  forget(): void {}

  send(name: TopicName, payload: unknown, onAcknowledged?: () => void): void {
    if (!this.isOnline) return
    this.write(name, structuredClone(payload))
    onAcknowledged?.()
  }

  sendOnce(topic: string, payload: Buffer): void {
    if (this.isOnline) this.write('rubbish', `${topic} ${payload.subarray(0, 80).toString('latin1')}`)
  }

  tell(name: TopicName, payload: unknown): void {
    this.events.onMessage?.(name, Buffer.from(JSON.stringify(payload)))
  }

  private write(name: Spoken['name'], payload: unknown): void {
    this.spoken.push({ at: this.wheel.now(), code: this.code, name, payload })
  }
}

export interface Play {
  readonly fleet: Fleet
  readonly wheel: Wheel
  readonly spoken: Spoken[]
  readonly lines: ReadonlyMap<string, RecordedLine>
}

/** A fleet in a scenario, not yet moved in time. */
export function stage(name: ScenarioName, seed: string, count: number): Play {
  const wheel = new Wheel(testStart)
  const random = randomOf(seed)
  const spoken: Spoken[] = []
  const lines = new Map<string, RecordedLine>()
  const models = { portable: 'P1200', microInverter: 'M800', cabinet: 'C8', battery: 'B6030' }
  const members: Provisioned[] = identitiesOf(seed, count).map((identity, at) => ({
    ...identity,
    id: at + 1,
    model: models[identity.kind],
    secret: '',
  }))
  const { climate, mishaps, begin } = scenarios[name]
  const openLine = ({ code }: Provisioned, events: LinkEvents) => {
    const line = new RecordedLine({ code, wheel, spoken }, events)
    lines.set(code, line)
    return line
  }
  const fleet = new Fleet({ members, wheel, random, climate, mishaps, uploads: false, openLine })
  fleet.start()
  begin({ devices: fleet.devices, wheel, random: random.fork('scenario') })
  return { fleet, wheel, spoken, lines }
}
