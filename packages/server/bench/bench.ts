import type { Devices } from './devices.ts'
import { samplesAnAlarmMessage } from './messages.ts'
import type { Figure } from './figures.ts'
import type { Options } from './options.ts'
import type { Planted } from './plant.ts'
import type { Product } from './product.ts'
import type { Sent } from './orders.ts'
import { describeWork, watchProcessors, withChildren } from './machine.ts'

/** What every measurement works with. */
export interface Bench {
  readonly options: Options
  readonly product: Product
  readonly planted: Planted
  readonly devices: Devices
  readonly say: (line: string) => void
  readonly note: (figure: Figure) => void
  /** What is told in more than a line of the table: a section of the document. */
  readonly tell: (section: string) => void
  /** What must not outlive the bench, however that ends. */
  readonly atEnd: (stop: () => unknown) => void
  /** Rates that later figures are compared with. */
  readonly known: { pipelined?: number | undefined; connected?: number | undefined }
}

/** So many of the planted devices connect and report. */
export const speakers = 10_000

/** One message in so many is about alarms: no divisor of the devices, so that in time it is the turn of each. */
export const alarmEvery = 21

/** Runs a load and says what took the processors' time. */
export async function underWatch<T>(
  { product, devices }: Pick<Bench, 'product'> & Partial<Pick<Bench, 'devices'>>,
  load: () => Promise<T>,
): Promise<[T, string]> {
  const stop = watchProcessors(() => ({
    report: [product.pidOf('report')],
    Postgres: withChildren(product.postgresPid),
    om: [product.pidOf('om')],
    ...(devices && { devices: [devices.pid] }),
  }))
  const answer = await load()
  return [answer, describeWork(stop())]
}

/** What was sent and is not there, once. Counts by the rows that this load has added. */
export async function whileCounting<S extends Sent>(
  { product }: Bench,
  load: () => Promise<S>,
): Promise<{ sent: S; lost: number; doubled: number }> {
  const count = async () => {
    const { rows } = await product.db.query<{ messages: number; samples: number }>(
      `select (select count(*) from telemetry where unit = 0) as messages, (select count(*) from alarm_samples) as samples`,
    )
    return rows[0] ?? { messages: 0, samples: 0 }
  }
  const before = await count()
  const sent = await load()
  const after = await count()
  const missing =
    sent.telemetry -
    (after.messages - before.messages) +
    (sent.alarms - (after.samples - before.samples) / samplesAnAlarmMessage)
  return { sent, lost: Math.max(0, missing), doubled: Math.max(0, -missing) }
}
