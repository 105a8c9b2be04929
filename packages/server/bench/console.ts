import menus from '../seed/menus.json' with { type: 'json' }
import { setTimeout as wait } from 'node:timers/promises'
import { devices } from '@wattkeeper/contracts/api/devices'
import type { Figure } from './figures.ts'
import { judged, kilobytes, ms } from './figures.ts'
import { type Bench, underWatch } from './bench.ts'
import { Person } from './people.ts'
import { person } from './plant.ts'
import type { Product } from './product.ts'
import { Screens } from './screens.ts'

const times = 5
const fleetWithinMs = 60_000
const marks = {
  loginBytes: 8,
  loginMs: 500,
  tableBytes: 300,
  tableMs: 1_700,
  further: 40,
  blockedMs: 800,
  shift: 0.01,
}

interface Looking extends Pick<Bench, 'note' | 'atEnd'> {
  readonly demoDevices: number
  readonly executablePath: string
}

/** The console on a product whose simulated fleet is connected. */
export async function measureConsole(
  product: Product,
  { note, atEnd, demoDevices, executablePath }: Looking,
): Promise<void> {
  const token = await person(product.db, 1, 1)
  await fleetOnline(new Person(product.port, token), demoDevices)
  const screens = await Screens.open(executablePath, { origin: `http://127.0.0.1:${product.port}`, token })
  atEnd(() => screens.close())
  try {
    await noteLogin(screens, { product, note })
    const scripts = await noteTable(screens, { product, note })
    await noteFurther(screens, { known: scripts, note })
  } finally {
    await screens.close()
  }
}

interface Noting {
  readonly product: Product
  readonly note: (figure: Figure) => void
}

async function noteLogin(screens: Screens, { product, note }: Noting): Promise<void> {
  const [{ bytes, readyMs }, reason] = await underWatch({ product }, () => screens.login(times))
  note(
    judged(
      {
        what: 'console, login page at 4× slow-down: JavaScript (gzip), usable',
        reach: `${marks.loginBytes} KB, 0.5 s`,
        measured: `${kilobytes(bytes)}, ${ms(readyMs)}`,
      },
      { isMet: bytes <= marks.loginBytes * 1024 && readyMs <= marks.loginMs, reason },
    ),
  )
}

async function noteTable(screens: Screens, { product, note }: Noting): Promise<readonly string[]> {
  const [visit, reason] = await underWatch({ product }, () => screens.firstTable(times))
  const { bytes, readyMs, blockedMs, shift, scripts } = visit
  note(
    judged(
      {
        what: 'console, device list at 4× slow-down: JavaScript (gzip), first row',
        reach: `${marks.tableBytes} KB, 1.7 s`,
        measured: `${kilobytes(bytes)}, ${ms(readyMs)}`,
      },
      { isMet: bytes <= marks.tableBytes * 1024 && readyMs <= marks.tableMs, reason },
    ),
  )
  note(
    judged(
      {
        what: 'console, device list at 4× slow-down: total blocking time, layout shift',
        reach: 'under 800 ms, under 0.01',
        measured: `${ms(blockedMs)}, ${shift.toFixed(3)}`,
      },
      { isMet: blockedMs < marks.blockedMs && shift < marks.shift, reason },
    ),
  )
  return scripts
}

async function noteFurther(
  screens: Screens,
  { known, note }: { known: readonly string[]; note: (figure: Figure) => void },
): Promise<void> {
  const sizes: [string, number][] = []
  for (const path of pagePaths()) sizes.push([path, await screens.further(path, known)])
  sizes.sort(([, a], [, b]) => b - a)
  const [most] = sizes
  if (!most) return
  const tooMuch = sizes.filter(([, bytes]) => bytes > marks.further * 1024)
  note(
    judged(
      {
        what: `console, each of ${sizes.length} further screens: JavaScript (gzip) beyond the list's`,
        reach: `${marks.further} KB or less`,
        measured: `${kilobytes(most[1])} at most (${most[0]})`,
      },
      {
        isMet: tooMuch.length === 0,
        reason: `above it: ${tooMuch.map(([path, bytes]) => `${path} ${kilobytes(bytes)}`).join(', ')}`,
      },
    ),
  )
}

/** Every screen of the menu but the list itself, and a device. */
function pagePaths(): string[] {
  const inMenu = menus.filter(({ type, path }) => type === 'C' && path !== '/equipment/list')
  return [...inMenu.map(({ path }) => path), '/equipentry/detail?id=1']
}

/** Polls, because a fleet has no moment at which it is complete. */
async function fleetOnline(staff: Person, wanted: number): Promise<void> {
  const deadline = Date.now() + fleetWithinMs
  while (Date.now() < deadline) {
    const { total } = await staff.ask(devices.list, { isOnline: 1, pageNum: 1, pageSize: 10 })
    if (total >= wanted * 0.9) return
    await wait(500)
  }
  throw new Error('the simulated fleet did not come online')
}
