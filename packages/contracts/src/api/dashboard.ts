import { Flag, Id, Instant, Type, type Static, get, routes, stream } from '../kit/index.ts'

const count = Type.Integer({ minimum: 0 })
/** Devices in the caller's scope; alarmCount counts devices with at least one active alarm. */
export const FleetCounts = Type.Object({ onlineCount: count, offlineCount: count, alarmCount: count })
export type FleetCounts = Static<typeof FleetCounts>

export const DutyView = Type.Object({
  /** Active alarms by level 1 to 4; 0 stands for signals without a level. */
  byLevel: Type.Array(Type.Object({ level: Type.Integer(), active: count, unacknowledged: count })),
  /** Connected devices that report nothing, longest first, at most 10. */
  silent: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      equipTypeName: Type.String(),
      operatorName: Type.String(),
      silentSince: Instant,
    }),
  ),
  silentCount: count,
  /** Alarms raised in each of the last 24 hours, oldest first. */
  raised: Type.Array(Type.Object({ hour: Instant, count })),
})
export type DutyView = Static<typeof DutyView>

export const dashboard = routes('dashboard', {
  counts: get('/api/stats/runstatus', { access: 'signedIn', output: FleetCounts }),
  duty: get('/api/stats/duty', { access: 'dashboard.read', output: DutyView }),
})

/** What changed, in the caller's scope. The screens read again what they show; the stream only says that they must. */
export const LiveEvent = Type.Union([
  /** First of every connection: whatever was shown before may be old. */
  Type.Object({ type: Type.Literal('hello'), at: Instant }),
  Type.Object({ type: Type.Literal('counts'), ...FleetCounts.properties, activeAlarms: count }),
  Type.Object({
    type: Type.Literal('devices'),
    devices: Type.Array(
      Type.Object({
        id: Id,
        code: Type.String(),
        isOnline: Flag,
        alarmCount: count,
      }),
    ),
  }),
  /** Something new waits for this user, or what became of it changed. */
  Type.Object({ type: Type.Literal('notifications') }),
  /** Something happened to a device, and stands in the event list. */
  Type.Object({ type: Type.Literal('events') }),
  Type.Object({ type: Type.Literal('alarms'), opened: count, closed: count, equipIds: Type.Array(Id) }),
  /** Commands were queued, sent, delivered, answered, or have ended. */
  Type.Object({ type: Type.Literal('commands'), equipIds: Type.Array(Id), commandIds: Type.Array(Id) }),
  /** Roll-outs were created, steered or moved on, or targets of theirs changed. */
  Type.Object({ type: Type.Literal('rollouts'), rolloutIds: Type.Array(Id) }),
  /** Upgrades of boards were ordered, moved on, or have ended. */
  Type.Object({ type: Type.Literal('upgrades'), equipIds: Type.Array(Id), jobIds: Type.Array(Id) }),
])
export type LiveEvent = Static<typeof LiveEvent>

export const live = routes('live', {
  events: stream('/api/live', { access: 'signedIn', output: LiveEvent }),
})

export const system = routes('system', {
  info: get('/api/server/info', {
    access: 'signedIn',
    output: Type.Object({
      version: Type.String(),
      startedAt: Instant,
      time: Instant,
      /** The platform's time zone, IANA name. */
      timeZone: Type.String(),
      node: Type.String(),
      database: Type.String(),
      broker: Type.String(),
      cache: Type.String(),
    }),
  }),
})
