import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

export const parts = [
  'connections',
  'commands',
  'rollouts',
  'telemetry',
  'pipelining',
  'ceiling',
  'reports',
  'list',
  'history',
  'export',
  'downloads',
  'events',
  'staff',
  'map',
  'api',
  'console',
] as const
export type Part = (typeof parts)[number]

export interface Options {
  readonly only: ReadonlySet<Part>
  /** How long each load lasts. */
  readonly seconds: number
  /** Of devices, rows and rates: 1 is what the marks are about. */
  readonly scale: number
  /** Whether docs/benchmarks.md is written: by itself only after a whole run. */
  readonly writes: boolean
}

export const usage = `npm run bench -- [--only ${parts.join(',')}] [--seconds 60] [--scale 1] [--write]

Measures the product on this machine (${availableParallelism()} cores) with ports and data of its own, against 127.0.0.1 only, and
prints a table. A whole run takes up to 25 minutes and writes its sections of docs/benchmarks.md; a part of it does so with --write.
`

/** Undefined when help was asked for; what is wrong is said in a sentence. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      scale: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const named = (values.only ?? parts.join(',')).split(',')
  const only = parts.filter((part) => named.includes(part))
  const stranger = named.find((name) => !only.some((part) => part === name))
  if (stranger !== undefined) throw new Error(`--only knows ${parts.join(', ')}, not "${stranger}".`)
  const seconds = numberIn(values.seconds, { name: '--seconds', low: 1, high: 120 })
  const scale = numberIn(values.scale, { name: '--scale', low: 0.001, high: 1 })
  const isWhole = only.length === parts.length && seconds >= 60 && scale === 1
  return { only: new Set(only), seconds, scale, writes: values.write || isWhole }
}

function numberIn(text: string, { name, low, high }: { name: string; low: number; high: number }): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= low && value <= high))
    throw new Error(`${name} is a number from ${low} to ${high}, not "${text}".`)
  return value
}
