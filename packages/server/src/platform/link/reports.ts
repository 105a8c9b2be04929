import { isUtf8 } from 'node:buffer'
import type { Decoding, Message } from './messages.ts'

/** One report of a message: what every JSON dialect of ours has in common. */
export interface Report {
  readonly ts: number
  /** The instant that orders it: see `Decoding.stamp`. */
  readonly at: number
  readonly isBacklog: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

const MOST_REPORTS = 1_000

/**
 * Reads a message that is one report or, as declared backlog, an array of reports. A report that cannot be read is
 * refused alone.
 */
export function readReports(message: Message, decoding: Decoding<unknown>): Report[] {
  const json = readJson(message.payload, decoding)
  if (json === undefined) return []
  if (!Array.isArray(json)) return asList(readReport(json, decoding, false))
  if (json.length === 0 || json.length > MOST_REPORTS) {
    decoding.refuse('wrongLength', `an array of ${json.length} reports`)
    return []
  }
  return json.flatMap((each: unknown) => asList(readReport(each, decoding, true)))
}

/** Reads a message that is one JSON object; undefined once it has been refused. */
export function readRecord(
  message: Message,
  decoding: Decoding<unknown>,
): Record<string, unknown> | undefined {
  const json = readJson(message.payload, decoding)
  if (json === undefined || isRecord(json)) return json
  decoding.refuse('notAnObject')
  return undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements of a list that a stranger sent; undefined for anything else. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as unknown[]) : undefined
}

/** Text that Postgres can store: no NUL, no half of a surrogate pair. */
export function isText(value: unknown, mostLength: number): value is string {
  return (
    typeof value === 'string' && value.length <= mostLength && !value.includes('\0') && value.isWellFormed()
  )
}

export function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function readJson(payload: Buffer, decoding: Decoding<unknown>): unknown {
  if (!isUtf8(payload)) {
    decoding.refuse('notUtf8')
    return undefined
  }
  try {
    return JSON.parse(payload.toString('utf8')) as unknown
  } catch (error) {
    decoding.refuse('notJson', error instanceof Error ? error.message : '')
    return undefined
  }
}

function readReport(json: unknown, decoding: Decoding<unknown>, isArray: boolean): Report | undefined {
  if (!isRecord(json)) return refused(decoding, 'notAnObject')
  const { ts, backlog } = json
  if (!isInstant(ts)) return refused(decoding, 'wrongTs', 'ts is not milliseconds since 1970')
  if (backlog !== undefined && typeof backlog !== 'boolean') return refused(decoding, 'wrongType', 'backlog')
  const isBacklog = isArray || backlog === true
  const at = decoding.stamp(ts, isBacklog)
  if (at === undefined) return refused(decoding, 'clockWrong', new Date(Math.min(ts, 8.64e15)).toISOString())
  return { ts, at, isBacklog, fields: json }
}

function refused(decoding: Decoding<unknown>, reason: string, detail?: string): undefined {
  decoding.refuse(reason, detail)
}

const asList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])
