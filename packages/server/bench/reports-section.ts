import { availableParallelism } from 'node:os'
import { count, percent } from './figures.ts'
import type { Work } from './machine.ts'
import type { Sent } from './orders.ts'
import { tableOf } from './table.ts'

/** What so many report processes carried, and the processor time that it took. */
export interface Carried {
  readonly processes: number
  readonly sent: Sent
  readonly lost: number
  readonly work: Work
}

interface Load {
  readonly connections: number
  readonly seconds: number
}

const costs = ['broker', 'decoding', 'database'] as const

export function reportsSection(carried: readonly Carried[], { connections, seconds }: Load): string {
  const alone = carried[0]?.sent.rate ?? 0
  const head = [
    'report processes',
    'messages/s',
    'of one process',
    'lost',
    ...costs,
    'the load itself',
    'others',
  ]
  return `## Several report processes

One, two and four report processes on this machine with one Postgres; ${connections} connections that pipeline messages of 25 values
as fast as they are acknowledged, shared out among them, for ${seconds} s each.

${tableOf(
  head,
  carried.map((each) => rowOf(each, alone)),
)}

- Under a part: the processor time that it took a message, and its share of what a message costs the product.
- broker: the main thread of each report, with connections, MQTT, admission and acknowledgements.
- decoding: its other threads, which read, check and evaluate messages and write them to the database in batches.
- database: Postgres with all its processes.
- The load itself and all other programs run on the same ${availableParallelism()} cores; theirs are shares of what these have to give.
`
}

function rowOf({ processes, sent, lost, work }: Carried, alone: number): string[] {
  const { taken, others, elapsed } = work
  const secondsOf = (part: string) => taken.get(part) ?? 0
  const whole = costs.reduce((sum, part) => sum + secondsOf(part), 0)
  const given = elapsed * availableParallelism()
  return [
    String(processes),
    count(sent.rate),
    percent(sent.rate / alone),
    count(lost),
    ...costs.map((part) => {
      const microseconds = (secondsOf(part) / sent.acknowledged) * 1e6
      return `${microseconds.toFixed(1)} µs (${percent(secondsOf(part) / whole)})`
    }),
    percent((secondsOf('devices') + secondsOf('bench')) / given),
    percent(others / given),
  ]
}
