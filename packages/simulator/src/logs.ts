import { mostLogBytes } from '@wattkeeper/contracts/api/log-extraction'
import type { Command } from '@wattkeeper/contracts/link'
import type { AlarmWords } from './alarms/words.ts'
import { hash, randomOf } from './random.ts'
import type { Reading } from './boards/reading.ts'

export type LogOrder = Extract<Command, { kind: 'log' }>

/** How a device fails that is asked for its log. */
export const logTroubles = ['none', 'empty', 'too-big', 'breaks-off', 'never'] as const
export type LogTrouble = (typeof logTroubles)[number]

/** What a log is written from. */
export interface Journal {
  readonly code: string
  readonly readings: readonly Reading[]
  readonly alarms: AlarmWords
  /** What the screen plays; undefined where there is none. */
  readonly playing: readonly string[] | undefined
  readonly isOnline: boolean
}

const minuteMs = 60_000
const mostLines = 20_000

/** A plausible log of the range, up to now: the nearer its end, the nearer to what the boards measure. */
export function writeLog(order: LogOrder, journal: Journal, now: number): string {
  const last = Math.min(order.endTime, now)
  const step = Math.max(minuteMs, Math.ceil((last - order.startTime) / mostLines))
  const line = order.fileType === 'csv' ? csvLine : textLine
  const lines = order.fileType === 'csv' ? [csvHead(journal)] : []
  for (let at = order.startTime; at <= last; at += step) lines.push(line(at, order, journal))
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

const stamp = (at: number) => new Date(at).toISOString().replace('T', ' ').replace('Z', '')

const happenings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  SYSTEM: ['heap free 183 kB', 'watchdog fed', 'task stack ok', 'rtc synchronised', 'settings saved'],
  FAULT: ['self-check passed', 'no fault latched', 'fault register 0x00000000', 'protection released'],
  COMM: ['mqtt pingresp 38 ms', 'mqtt puback', 'wifi rssi -61 dBm', 'can frame 0x18FF50E5', 'modbus read ok'],
  UPGRADE: ['no update pending', 'partition A active', 'image hash verified'],
  GRID: ['grid relay closed', 'anti-islanding test passed', 'frequency in range', 'reactive power 0 var'],
  BAY: ['bay door closed', 'charger idle', 'battery authenticated', 'bay board heartbeat'],
  BMS: ['balancing cell 7', 'cells within 12 mV', 'mos closed', 'insulation above 1 MOhm'],
}

function textLine(at: number, { level }: LogOrder, journal: Journal): string {
  const random = randomOf(`${journal.code}/${level}/${at}`)
  const severity = random.chance(0.02) ? 'W' : 'I'
  if (level === 'AD') return `${stamp(at)} ${severity} [screen] playing ${played(journal)}`
  const said = random.pick(happenings[level] ?? ['ok'])
  const faults = Object.entries(journal.alarms).filter(([, value]) => value !== 0)
  const alarm =
    level === 'FAULT' && faults.length > 0 ? ` alarms=${JSON.stringify(Object.fromEntries(faults))}` : ''
  return `${stamp(at)} ${severity} [${level.toLowerCase()}] ${said} seq=${hash(String(at)) % 100_000}${alarm}`
}

const played = ({ playing }: Journal) =>
  playing?.length ? playing.map((name) => `"${name}"`).join(', ') : 'nothing'

const measured = ({ readings }: Journal) =>
  readings.flatMap(({ board, values }) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'number' ? [{ name: `${board}.${name}`, value }] : [],
    ),
  )

const csvHead = (journal: Journal) => ['time', ...measured(journal).map(({ name }) => name)].join(',')

function csvLine(at: number, { level }: LogOrder, journal: Journal): string {
  const random = randomOf(`${journal.code}/${level}/${at}`)
  const near = (value: number) => Number((value * random.between(0.97, 1.03)).toFixed(2))
  return [
    stamp(at),
    ...measured(journal).map(({ value }) => (Number.isInteger(value) ? value : near(value))),
  ].join(',')
}

const chunk = Buffer.alloc(1024 * 1024, 'x')

/** More than any log may hold. */
export async function* endlessLog(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent <= mostLogBytes; sent += chunk.length) yield chunk
}

/** Half a log, and then nothing more. */
export async function* brokenLog(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, Math.ceil(text.length / 2)))
  throw new Error('the transfer broke off')
}
