import { Id, Instant, type Static, Type, get, nullable, options, routes, words } from '../kit/index.ts'
import { type CommandReason, CommandRow } from './commands.ts'
import type { UpgradeReason } from './upgrades.ts'

export const timelineKinds = ['connection', 'alarm', 'event', 'command', 'edit', 'upgrade'] as const
const TimelineKind = options(...timelineKinds)
export type TimelineKind = Static<typeof TimelineKind>

/** One thing that happened to a device. What a kind has no use for is null. */
export const TimelineEntry = Type.Object({
  kind: TimelineKind,
  id: Id,
  at: Instant,
  /** connection: online. alarm and event: true normal (recovered), false fault. upgrade: how it ended. */
  flag: nullable(Type.Boolean()),
  /** alarm and event: the signal's name. command: its kind. edit: the route that was called. upgrade: the part's name. */
  subject: nullable(Type.String()),
  /** connection: the reason. alarm: the fault. event: the device's words. command, upgrade: what the device said. */
  detail: nullable(Type.String()),
  /** command: what it sets, as `id=value` or `board=value`. edit: the columns that changed. upgrade: from and to. */
  names: Type.Array(Type.String()),
  /** command and upgrade: 1, 0, 9, -1, and null while in flight. */
  result: CommandRow.properties.result,
  /** command and upgrade: why it ended so. */
  reason: Type.Unsafe<CommandReason | UpgradeReason | null>(nullable(Type.String())),
  by: nullable(Type.String()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** Instant in microseconds, kind and id of the last entry. */
const TimelineCursor = Type.String({
  pattern: '^[0-9]{1,16}_[0-5]_[0-9]{1,15}$',
  'x-words': { pattern: words('分页游标无效', 'Not a cursor of this list') },
})

const share = nullable(Type.Number())
const count = Type.Integer({ minimum: 0 })
/** Of the time since the device was first seen; null before. */
export const Availability = Type.Object({
  windows: Type.Array(
    Type.Object({
      hours: Type.Integer(),
      /** 0 to 1 */
      share,
      /** How often it went offline. */
      drops: count,
    }),
  ),
  /** The last `hours` in equal slices, oldest first, with the share of each that the device was online. */
  since: Instant,
  sliceMs: Type.Integer(),
  slices: Type.Array(share),
})
export type Availability = Static<typeof Availability>

export const availabilityHours = [24, 168, 720] as const

export const deviceHistory = routes('deviceHistory', {
  /** Alarms, events, commands, edits and upgrades each need their own permission; kinds that the caller may not read stay out. */
  timeline: get('/api/equip/timeline', {
    access: 'devices.read',
    input: Type.Object({
      equipId: Id,
      /** All that the caller may read, unless some are named. */
      kinds: Type.Optional(Type.Array(TimelineKind, { maxItems: timelineKinds.length })),
      pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
      cursor: Type.Optional(TimelineCursor),
    }),
    output: Type.Object({
      entries: Type.Array(TimelineEntry),
      /** Leads on; null at the end. */
      next: nullable(Type.String()),
      /** What the caller may read. */
      kinds: Type.Array(TimelineKind),
    }),
  }),
  availability: get('/api/equip/availability', {
    access: 'devices.read',
    input: Type.Object({
      equipId: Id,
      hours: Type.Unsafe<(typeof availabilityHours)[number]>({
        ...options(...availabilityHours),
        default: 24,
      }),
    }),
    output: Availability,
  }),
})
