import {
  Cursor,
  Flag,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  downloadByPost,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
} from '../kit/index.ts'

/** Something that happened to a device: a fault came (flag false) or went (true), or the device said so itself. */
export const DeviceEvent = Type.Object({
  id: Id,
  equipId: Id,
  equipCode: Type.String(),
  /** Now, of a device that the caller sees. */
  isOnline: Flag,
  equipTypeId: Id,
  semaphoreCode: Type.String(),
  semaphoreName: Type.String(),
  /** Of an alarm: which fault of the signal. */
  faultName: nullable(Type.String()),
  /** What the device itself wrote. */
  content: nullable(Type.String()),
  operatorName: Type.String(),
  equipModelName: Type.String(),
  occurrenceTime: Instant,
  /** true normal, false fault */
  flag: Type.Boolean(),
})
export type DeviceEvent = Static<typeof DeviceEvent>

/** So many codes may be asked for at once. */
export const mostCodes = 1_000
const longestCode = 32

const searchFields = {
  /** Part of what the event says: of the signal's or fault's name in either language, or of the device's own words. */
  alarmName: Type.Optional(Type.String({ maxLength: 64 })),
  /** Whole device codes joined by commas, matched exactly. */
  code: Type.Optional(Type.String({ maxLength: mostCodes * (longestCode + 1) })),
  organizationId: Type.Optional(Id),
  modelIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  operatorId: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  /** Of the devices, now. */
  status: Type.Optional(options(1, 2, 3)),
  isOnline: Type.Optional(Flag),
  regionCode: Type.Optional(Type.String({ maxLength: 16 })),
  /** Part of the device's detailed address. */
  regionName: Type.Optional(Type.String({ maxLength: 200 })),
  startTime: Type.Optional(InstantInput),
  endTime: Type.Optional(InstantInput),
}
export const EventSelection = Type.Object(searchFields)
export type EventSelection = Static<typeof EventSelection>
export const EventSearch = Type.Object({ ...Paging, ...searchFields, cursor: Type.Optional(Cursor) })
export type EventSearch = Static<typeof EventSearch>

export const events = routes('events', {
  list: post('/api/event/list', { access: 'events.read', input: EventSearch, output: pageOf(DeviceEvent) }),
  /** Exactly the events of the filter, newest first. */
  exportAll: downloadByPost('/api/event/export', { access: 'events.read', input: EventSelection }),
})

export const eventProblems = problems('events', {
  tooWide: [
    422,
    '查询范围过大，请缩短时间范围或增加条件',
    'The search is too wide: please shorten the time range or add a condition',
  ],
  tooManyCodes: [422, '一次最多查询 {most} 个设备编码', 'At most {most} device codes at a time'],
})
