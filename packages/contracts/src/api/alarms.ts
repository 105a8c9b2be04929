import {
  Cursor,
  Flag,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  get,
  nullable,
  pageOf,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

/** An alarm of one device: active (status 1, no recoveryTime) or recovered. */
export const Alarm = Type.Object({
  id: Id,
  equipId: Id,
  equipCode: Type.String(),
  equipTypeId: Id,
  equipModelName: Type.String(),
  operatorName: Type.String(),
  semaphoreName: Type.String(),
  semaphoreCode: Type.String(),
  /** The fault's bit mask or value. */
  value: Type.Integer(),
  faultName: Type.String(),
  /** 1 the worst to 4; null of a signal that no dictionary entry knows. */
  level: nullable(Type.Integer()),
  status: Flag,
  occurrenceTime: Instant,
  recoveryTime: nullable(Instant),
  acknowledgedAt: nullable(Instant),
  acknowledgedBy: nullable(Type.String()),
  acknowledgeNote: nullable(Type.String()),
})
export type Alarm = Static<typeof Alarm>

export const AlarmFilter = Type.Object({
  ...Paging,
  organizationId: Type.Optional(Id),
  operatorId: Type.Optional(Id),
  modelIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  /** Part of the signal's or the fault's name, or of the device code. */
  content: Type.Optional(Type.String({ maxLength: 64 })),
  level: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  equipId: Type.Optional(Id),
  startTime: Type.Optional(InstantInput),
  endTime: Type.Optional(InstantInput),
  cursor: Type.Optional(Cursor),
})
export type AlarmFilter = Static<typeof AlarmFilter>

export const Fault = Type.Object({
  code: Type.String(),
  equipClassify: Id,
  name: Type.String(),
  type: Type.String(),
  typeName: Type.String(),
  bitPosition: nullable(Type.Integer()),
})
export type Fault = Static<typeof Fault>

export const alarms = routes('alarms', {
  ofDevice: get('/api/alarm/page', {
    access: 'alarms.read',
    input: Type.Object({ equipId: Id, ...Paging }),
    output: pageOf(Alarm),
  }),
  current: post('/api/alarm/current/page', {
    access: 'alarms.read',
    input: AlarmFilter,
    output: pageOf(Alarm),
  }),
  history: post('/api/alarm/history/page', {
    access: 'alarms.read',
    input: AlarmFilter,
    output: pageOf(Alarm),
  }),
  detail: post('/api/alarm/detail', {
    access: 'alarms.read',
    input: Type.Object({
      alarmCodes: Type.Array(
        Type.Object({
          alarmCode: Type.String({ maxLength: 64 }),
          /** The signal's value: all its bits, or one. */
          code: Type.Union([
            Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
            Type.String({ pattern: '^[0-9]{1,10}$' }),
          ]),
        }),
        {
          minItems: 1,
          maxItems: 100,
        },
      ),
      classify: Type.Union([Id, Type.String({ pattern: '^[0-9]{1,9}$' })]),
    }),
    output: Type.Array(Fault),
    isQuery: true,
  }),
  acknowledge: post('/api/alarm/ack/:id', {
    access: 'alarms.acknowledge',
    input: Type.Object({
      id: Id,
      note: Type.Optional(text({ max: [200, words('备注不能超过200个字符', 'At most 200 characters')] })),
    }),
    output: Type.Null(),
    done: words('已确认', 'Acknowledged'),
  }),
})

export const alarmProblems = problems('alarms', {
  notFound: [404, '告警不存在', 'The alarm does not exist'],
  recovered: [409, '告警已恢复，无需确认', 'The alarm has recovered, there is nothing to acknowledge'],
  alreadyAcknowledged: [409, '告警已由 {name} 确认', 'The alarm was already acknowledged by {name}'],
})

/** What no catalogue knows comes with a name that says so. */
export const unknownNames = {
  signal: words('未知告警（{code}）', 'Unknown alarm ({code})'),
  bit: words('未知故障（第 {bit} 位）', 'Unknown fault (bit {bit})'),
  value: words('未知故障（值 {value}）', 'Unknown fault (value {value})'),
}
