import { devices } from '@wattkeeper/contracts/api/devices'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { speakers, underWatch } from './bench.ts'
import { count, judged, kilobytes, ms, scaled } from './figures.ts'
import { residentBytes } from './machine.ts'
import { Person } from './people.ts'

const warmUp = 300
const atOnce = 1_000
const settleMs = 5_000

/** Connects every device that the loads need; does not measure. */
export async function connectAll({ devices: crowd, product, options, known }: Bench): Promise<void> {
  if (known.connected !== undefined) return
  const wanted = scaled(speakers, options.scale)
  const { devices: connected, refused } = await crowd.connect({
    port: product.mqttPort,
    first: 0,
    devices: wanted,
    atOnce,
  })
  if (connected < wanted)
    throw new Error(`${connected} of ${wanted} devices were let in, ${refused} were not`)
  known.connected = connected
}

/** The next part finds nobody connected. */
export async function disconnectAll({ devices: crowd, known }: Bench): Promise<void> {
  await crowd.disconnect()
  known.connected = undefined
}

/** The storm, what each connection costs afterwards, and whether the list has seen them come. */
export async function measureConnections(bench: Bench): Promise<void> {
  const { devices: crowd, product, options, planted, known, note } = bench
  const wanted = scaled(speakers, options.scale)
  const storm = { port: product.mqttPort, first: 0, devices: wanted, atOnce }
  // Once with few and back, so that neither code that is compiled nor room that is made first counts as theirs.
  await crowd.connect({ ...storm, devices: Math.min(warmUp, wanted) })
  await crowd.disconnect()
  await wait(settleMs)
  const before = residentBytes(product.pidOf('report'))
  const [connected, load] = await underWatch(bench, () => crowd.connect(storm))
  known.connected = connected.devices
  await wait(settleMs)
  const each = (residentBytes(product.pidOf('report')) - before) / Math.max(1, connected.devices)
  const staff = new Person(product.port, planted.tokens.staff)
  const { total: online } = await staff.ask(devices.list, { isOnline: 1, pageNum: 1, pageSize: 10 })
  const rate = connected.devices / connected.seconds
  note(
    judged(
      {
        what: 'memory per idle connection (resident memory of report, with two subscriptions each)',
        reach: 'under 20 KB',
        measured: kilobytes(each),
      },
      { isMet: each < 20 * 1024, reason: 'resident memory holds what was freed and not yet given back' },
    ),
  )
  note(
    judged(
      {
        what: `connect storm of ${count(wanted)} with password`,
        reach: '2,000/s or more, and all online in the list afterwards',
        measured: `${count(rate)}/s, p99 ${ms(connected.p99Ms)}; ${count(online)} online in the list`,
      },
      { isMet: rate >= 2_000 && online === wanted && connected.refused === 0, reason: load },
    ),
  )
}
