import { setTimeout as wait } from 'node:timers/promises'
import { writeSections } from '../bench/document.ts'
import { describeCommit, describeMachine } from '../bench/machine.ts'
import { startBalancer } from './balancer.ts'
import { gather } from './crowd.ts'
import { admitPeople } from './people.ts'
import { openPlace } from './place.ts'
import { plant } from './plant.ts'
import { type Finding, judge } from './verdict.ts'

interface Wanted {
  readonly devices: number
  readonly write: boolean
  readonly say: (line: string) => void
}

const DRAIN_SECONDS = 5
const SETTLE_MS = 10_000
const BETWEEN_MS = 5_000

/** `npm run chaos -- --rolling`: one machine after the other is stopped and started again, as for an update. */
export async function roll({ devices: count, write, say }: Wanted): Promise<number> {
  const place = await openPlace(say, { DRAIN_SECONDS: String(DRAIN_SECONDS) })
  if (!place) return 0
  const balancer = await startBalancer(place.nodes.map(({ http }) => http))
  try {
    const devices = await plant(place, count)
    const crowd = gather(devices, place.broker.port)
    const people = await admitPeople(
      balancer.port,
      devices.map(({ id }) => id),
    )
    say(`${count} devices connect`)
    await wait(SETTLE_MS)
    const away: number[] = []
    for (const [index, node] of place.nodes.entries()) {
      say(`Node ${index + 1} is stopped and started again`)
      const startedAt = performance.now()
      await node.restart()
      await balancer.asks(node.http)
      away.push((performance.now() - startedAt) / 1_000)
      await wait(BETWEEN_MS)
    }
    const asked = await people.stop()
    await crowd.calm()
    await wait(SETTLE_MS)
    const findings = [...asked, ...(await judge(place.databaseUrl, crowd.members, []))]
    for (const { what, holds } of findings) say(`${holds ? '✓' : '✗'} ${what}`)
    if (write) writeSections(sectionOf(findings, { count, away }))
    await crowd.stop()
    return findings.every(({ holds }) => holds) ? 0 : 1
  } finally {
    balancer.stop()
    await place.stop()
  }
}

function sectionOf(
  findings: readonly Finding[],
  { count, away }: { readonly count: number; readonly away: readonly number[] },
): string {
  return `## Rolling restart

Written by \`npm run chaos -- --rolling --write\`: two machines with an om and a report each before Debian's Postgres, Redis
and Mosquitto, ${count.toLocaleString('en')} devices that report every 5 s; a load balancer that asks \`/readyz\` once a second and tries nothing
twice. One machine after the other was told to stop (SIGTERM, \`DRAIN_SECONDS=${DRAIN_SECONDS}\`) and started again.

- Machine: ${describeMachine()}
- Date: ${new Date().toISOString().slice(0, 10)}, commit ${describeCommit()}
- From the word to stop until it was asked again: ${away.map((seconds) => `${seconds.toFixed(0)} s`).join(' and ')}
${findings.map(({ what, holds }) => `- ${holds ? 'Holds' : '**Does not hold**'}: ${what}.`).join('\n')}
`
}
