import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Gauges {
  sessions: () => number
  held: () => { messages: number; bytes: number }
  /** Devices that take commands. */
  lanes: () => number
}

/** What report counts, for Prometheus. */
export function createGatewayMetrics({ sessions, held, lanes }: Gauges) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const intake = new Counter({
    name: 'wattkeeper_intake_total',
    help: 'Messages, rows, repeated, conflicting, refused, unknownFields, implausibleValues, alarmsOpened, alarmsClosed, commandsSent, commandsSentAgain, commandsGivenUp, replies, repliesRepeated, repliesUnknown, upgradesSent, upgradesSentAgain, upgradesReported, upgradesSucceeded, upgradesFailed, upgradeProgress, upgradeProgressRepeated, upgradeProgressForeign, upgradeProgressUnknown',
    labelNames: ['what'],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'wattkeeper_intake_batch_seconds',
    help: 'From handing a batch to the writer until it is acknowledged',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers,
  })
  const batchMessages = new Histogram({
    name: 'wattkeeper_intake_batch_messages',
    help: 'Messages in a batch',
    buckets: [1, 10, 50, 100, 250, 500, 1_000, 2_000],
    registers,
  })
  gauge(registry, ['wattkeeper_sessions', 'Connected devices'], sessions)
  gauge(registry, ['wattkeeper_command_lanes', 'Devices that listen for commands'], lanes)
  gauge(registry, ['wattkeeper_held_messages', 'Messages not yet acknowledged'], () => held().messages)
  gauge(registry, ['wattkeeper_held_bytes', 'Bytes of messages not yet acknowledged'], () => held().bytes)
  return {
    registry,
    counted(counts: Record<string, number>): void {
      for (const [what, n] of Object.entries(counts)) intake.inc({ what }, n)
    },
    batch(messages: number, ms: number): void {
      batchMessages.observe(messages)
      batchSeconds.observe(ms / 1000)
    },
  }
}

function gauge(registry: Registry, [name, help]: [string, string], read: () => number): void {
  const made: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: (): void => made.set(read()),
  })
}
