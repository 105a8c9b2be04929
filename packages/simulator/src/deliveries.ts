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
  /** Goes to another platform, `host:port`, and comes back when nobody is there. */
  moveTo(address: string): void
  forget(): void
  send(name: TopicName, payload: unknown, onAcknowledged?: () => void): void
  sendOnce(topic: string, payload: Buffer): void
}

/** What a device's memory holds through an outage; then the oldest goes. */
const mostReports = 240
const mostAlarms = 100
const perArray = 20
/** A platform that acknowledges nothing gets nothing more until it does. */
const mostUnacknowledged = 100

/**
 * Says reports at once while the platform listens, and keeps them otherwise. What was said and not acknowledged when the
 * connection broke is kept too. What is kept goes out later as arrays: history, by the protocol.
 */
export class Deliveries {
  private readonly line: Line
  private readonly reports: Lane<TelemetryReport>
  private readonly alarms: Lane<AlarmReport>

  constructor(line: Line) {
    this.line = line
    this.reports = new Lane(line, 'telemetry', mostReports)
    this.alarms = new Lane(line, 'alarms', mostAlarms)
  }

  get backlog(): number {
    return this.reports.backlog + this.alarms.backlog
  }

  sayReport(report: TelemetryReport): void {
    this.reports.say(report)
  }

  sayAlarms(report: AlarmReport): void {
    this.alarms.say(report)
  }

  /** The connection broke. */
  broken(): void {
    this.reports.takeBack()
    this.alarms.takeBack()
    this.line.forget()
  }

  /** Sends what was kept, as far as the platform keeps up. */
  catchUp(): void {
    this.alarms.sendKept()
    this.reports.sendKept()
  }

  lose(): void {
    this.reports.lose()
    this.alarms.lose()
    this.line.forget()
  }
}

class Lane<Report> {
  private readonly line: Line
  private readonly topic: TopicName
  private readonly most: number
  private readonly kept: Report[] = []
  private readonly unacknowledged = new Set<Report>()

  constructor(line: Line, topic: TopicName, most: number) {
    this.line = line
    this.topic = topic
    this.most = most
  }

  get backlog(): number {
    return this.kept.length
  }

  say(report: Report): void {
    if (!this.isHeard()) return this.keep(report)
    this.unacknowledged.add(report)
    this.line.send(this.topic, report, () => this.unacknowledged.delete(report))
  }

  sendKept(): void {
    while (this.isHeard() && this.kept.length > 0) {
      const part = this.kept.splice(0, perArray)
      for (const report of part) this.unacknowledged.add(report)
      this.line.send(this.topic, part, () => {
        for (const report of part) this.unacknowledged.delete(report)
      })
    }
  }

  takeBack(): void {
    for (const report of this.unacknowledged) this.keep(report)
    this.unacknowledged.clear()
  }

  lose(): void {
    this.kept.length = 0
    this.unacknowledged.clear()
  }

  private isHeard(): boolean {
    return this.line.isOnline && this.line.unacknowledged < mostUnacknowledged
  }

  private keep(report: Report): void {
    this.kept.push(report)
    if (this.kept.length > this.most) this.kept.shift()
  }
}
