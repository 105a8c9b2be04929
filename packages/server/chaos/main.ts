import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeSections } from '../bench/document.ts'
import { describeCommit, describeMachine } from '../bench/machine.ts'
import { type Crowd, gather } from './crowd.ts'
import { callNode } from './orders.ts'
import { type Place, openPlace } from './place.ts'
import { plant } from './plant.ts'
import { roll } from './rolling.ts'
import { type Death, type Finding, judge } from './verdict.ts'

// `npm run chaos`: two machines of ours on one Postgres and one broker, 2,000 devices, and every 20 s something dies.
// With `--rolling`: nothing dies, but one machine after the other is restarted while people ask all the time.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    devices: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const devices = Number(values.devices ?? (values.rolling ? '500' : '2000'))
const minutes = Number(values.minutes)
const pauseMs = 20_000
const orderMs = 500
const calmMs = 30_000
const say = (line: string) => process.stdout.write(`${line}\n`)

process.exitCode = values.rolling ? await roll({ devices, write: values.write, say }) : await run()
process.exit()

async function run(): Promise<number> {
  const place = await openPlace(say)
  if (!place) return 0
  try {
    const crowd = gather(await plant(place, devices), place.broker.port)
    say(`${devices} devices connect`)
    await wait(calmMs)
    const deaths = await havoc(place, crowd)
    say('Calm')
    await crowd.calm()
    await wait(calmMs)
    const findings = await judge(place.databaseUrl, crowd.members, deaths)
    for (const { what, holds } of findings) say(`${holds ? '✓' : '✗'} ${what}`)
    if (values.write) note(findings, deaths)
    await crowd.stop()
    return findings.every(({ holds }) => holds) ? 0 : 1
  } finally {
    await place.stop()
  }
}

/** Kills something every 20 s, and orders something of a device twice a second, through whichever node answers. */
async function havoc(place: Place, crowd: Crowd): Promise<readonly Death[]> {
  const deaths: Death[] = []
  const until = Date.now() + minutes * 60_000
  const ordering = { isOver: false }
  const orders = order(place, crowd, ordering)
  while (Date.now() < until) {
    const [name, kill] = Object.entries(victims(place)).at(Math.floor(Math.random() * 7)) ?? []
    if (name === undefined || kill === undefined) continue
    deaths.push({ name, at: Date.now() })
    say(`${new Date().toISOString().slice(11, 19)} ${name} dies`)
    await kill()
    await wait(pauseMs)
  }
  ordering.isOver = true
  await orders
  return deaths
}

function victims({ nodes, broker, cache, postgres }: Place): Record<string, () => Promise<void>> {
  const process = (index: number, name: 'om' | 'report') => async () => nodes[index]?.kill(name)
  return {
    'om of node 1': process(0, 'om'),
    'om of node 2': process(1, 'om'),
    'report of node 1': process(0, 'report'),
    'report of node 2': process(1, 'report'),
    'the broker': async () => {
      await broker.restart()
    },
    'the cache': async () => {
      await cache.kill()
      // It comes back empty.
      await cache.start()
    },
    'the database': async () => {
      postgres.halt()
      postgres.start()
    },
  }
}

async function order(
  { nodes }: Place,
  { members }: Crowd,
  ordering: { readonly isOver: boolean },
): Promise<void> {
  const asks = await Promise.all(nodes.map(({ http }) => callNode(http)))
  while (!ordering.isOver) {
    const target = members[Math.floor(Math.random() * members.length)]
    const ask = asks[Math.floor(Math.random() * asks.length)]
    // Not known whether it was taken: then it is no command, or one that is judged like the others.
    if (target && ask) await ask(target.device.id).catch(() => undefined)
    await wait(orderMs)
  }
}

function note(findings: readonly Finding[], deaths: readonly Death[]): void {
  const counts = Map.groupBy(deaths, ({ name }) => name)
  const died = [...counts].map(([name, all]) => `${name} ${all.length} times`).join(', ')
  const text = `## Chaos run

Written by \`npm run chaos -- --write\`: two om and two report before Debian's Postgres, Redis and Mosquitto, ${devices.toLocaleString('en')} devices, one reading
each every 5 s, two commands a second; for ${minutes} minutes something died every 20 s by kill -9; the broker was restarted, since one that is killed loses what it had acknowledged and not yet handed on.

- Machine: ${describeMachine()}
- Date: ${new Date().toISOString().slice(0, 10)}, commit ${describeCommit()}
- Died: ${died}
${findings.map(({ what, holds }) => `- ${holds ? 'Holds' : '**Does not hold**'}: ${what}.`).join('\n')}
`
  writeSections(text)
}
