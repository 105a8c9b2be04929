import type { AlarmReport, TelemetryReport, TopicName } from '@wattkeeper/contracts/link'

/** What a device needs of its connection. */
export interface Line {
  readonly isOnline: boolean
  readonly unacknowledged: number
  connect(): void
  /** Says goodbye and stays away. */
  disconnect(): void
  /** Breaks, and comes back by itself. */
  cut(): void
  /** Breaks, and stays away until `connect`. */
  drop(): void
  forget(): void
  send(name: TopicName, payload: unknown, onAcknowledged?: () => void): void
  sendOnce(topic: string, payload: Buffer): void
}

interface Said {
  telemetry: TelemetryReport
  alarms: AlarmReport
}

type Kind = keyof Said
/** Of each kind: what a device's memory holds through an outage; then the oldest goes. */
const most: Readonly<Record<Kind, number>> = { telemetry: 240, alarms: 100 }
const perArray = 20
/** A platform that acknowledges nothing gets nothing more until it does. */
const mostUnacknowledged = 100

/**
 * Says reports at once while the platform listens, and keeps them otherwise. What was said and not acknowledged when the
 * connection broke is kept too. What is kept goes out later as arrays: history, by the protocol.
 */
export class Deliveries {
  private readonly line: Line
  private readonly kept: { [Each in Kind]: Said[Each][] } = { telemetry: [], alarms: [] }
  private readonly open: { [Each in Kind]: Set<Said[Each]> } = { telemetry: new Set(), alarms: new Set() }

  constructor(line: Line) {
    this.line = line
  }

  get backlog(): number {
    return this.kept.telemetry.length + this.kept.alarms.length
  }

  say<Each extends Kind>(kind: Each, report: Said[Each]): void {
    if (!this.canSay()) return this.keep(kind, report)
    this.open[kind].add(report)
    this.line.send(kind, report, () => this.open[kind].delete(report))
  }

  /** The connection broke. */
  broken(): void {
    this.takeBack('telemetry')
    this.takeBack('alarms')
    this.line.forget()
  }

  /** Sends what was kept, as far as the platform keeps up. */
  catchUp(): void {
    this.sendKept('alarms')
    this.sendKept('telemetry')
  }

  lose(): void {
    this.kept.telemetry = []
    this.kept.alarms = []
    this.open.telemetry.clear()
    this.open.alarms.clear()
    this.line.forget()
  }

  private canSay(): boolean {
    return this.line.isOnline && this.line.unacknowledged < mostUnacknowledged
  }

  private takeBack<Each extends Kind>(kind: Each): void {
    for (const report of this.open[kind]) this.keep(kind, report)
    this.open[kind].clear()
  }

  private keep<Each extends Kind>(kind: Each, report: Said[Each]): void {
    const kept = this.kept[kind]
    kept.push(report)
    if (kept.length > most[kind]) kept.shift()
  }

  private sendKept<Each extends Kind>(kind: Each): void {
    while (this.canSay() && this.kept[kind].length > 0) {
      const part = this.kept[kind].splice(0, perArray)
      for (const report of part) this.open[kind].add(report)
      this.line.send(kind, part, () => {
        for (const report of part) this.open[kind].delete(report)
      })
    }
  }
}
