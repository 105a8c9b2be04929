import { unknownNames } from '@wattkeeper/contracts/api/alarms'
import {
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
} from '@wattkeeper/contracts/api/device-history'
import { type Language, say } from '@wattkeeper/contracts/kit'
import type { TimelineRow } from './timeline-queries.ts'

/** What must be permitted to read a kind; connections come with the device. */
const permissionOf: Readonly<Partial<Record<TimelineKind, string>>> = {
  alarm: 'alarms.read',
  event: 'events.read',
  command: 'commands.read',
  edit: 'audit.read',
  upgrade: 'upgrades.read',
}

export const readableKinds = (permissions: ReadonlySet<string>): TimelineKind[] =>
  timelineKinds.filter((kind) => {
    const permission = permissionOf[kind]
    return permission === undefined || permissions.has(permission)
  })

/** Where a page begins: after this entry. Entries of the same instant stand in the order of their kinds. */
export interface Mark {
  readonly micros: number
  readonly rank: number
  readonly id: number
}

/** The contract's pattern has been checked. */
export function readMark(cursor: string | undefined): Mark | undefined {
  if (cursor === undefined) return undefined
  const [micros = 0, rank = 0, id = 0] = cursor.split('_').map(Number)
  return { micros, rank, id }
}

export const writeMark = ({ micros, rank, id }: Mark): string => `${micros}_${rank}_${id}`

/** A row as it goes out. What no catalogue knows comes with a name that says so. */
export function entryOf(row: TimelineRow, language: Language): TimelineEntry {
  const { rank, micros: _, code, value, bitPosition, at, ...rest } = row
  const kind = timelineKinds[rank] ?? 'event'
  const entry = { ...rest, kind, at: new Date(at).toISOString() }
  if (kind !== 'alarm' && kind !== 'event') return entry
  const unknown = kind === 'alarm' ? say(unknownNames.signal, language, { code: code ?? '' }) : (code ?? '')
  return {
    ...entry,
    subject: entry.subject ?? unknown,
    detail:
      kind === 'alarm' ? (entry.detail ?? unknownFault({ value, bitPosition }, language)) : entry.detail,
  }
}

function unknownFault(
  { value, bitPosition }: Pick<TimelineRow, 'value' | 'bitPosition'>,
  language: Language,
): string {
  return bitPosition === null
    ? say(unknownNames.value, language, { value: value ?? 0 })
    : say(unknownNames.bit, language, { bit: bitPosition })
}
