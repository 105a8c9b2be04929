import { Type } from 'typebox'
import type { Static } from 'typebox'
import { boards, describeBoard } from './catalogue.ts'
import type { Board, BoardValues } from './catalogue.ts'
import type { Signal } from './signal.ts'

export const AlarmCode = Type.String({ pattern: '^[A-Za-z0-9_]{1,32}$' })

/** Milliseconds since 1970 by the device's own clock. */
const Instant = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
const Backlog = Type.Optional(Type.Boolean({ description: 'true: history, sent late on purpose' }))
const oneOrBacklog = <Schema extends ReturnType<typeof Type.Object>>(schema: Schema) =>
  Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: 1_000 })])

function schemaOfSignal({ kind, zh, en, unit }: Signal) {
  const about = { description: `${zh} / ${en}${unit && `, ${unit}`}` }
  if (kind === 'word') return Type.Integer({ minimum: 0, maximum: 0xffff_ffff, ...about })
  if (kind === 'text') return Type.String({ maxLength: 64, ...about })
  if (kind === 'list') return Type.Array(Type.Number(), { maxItems: 256, ...about })
  return Type.Number(about)
}

const schemaOfSignals = (signals: readonly Signal[]) =>
  Object.fromEntries(
    signals.map((signal) => [signal.name, Type.Optional(Type.Union([schemaOfSignal(signal), Type.Null()]))]),
  )

function schemaOfValues(board: Board) {
  const { signals, units } = describeBoard(board)
  if (!units) return Type.Object(schemaOfSignals(signals))
  const number = Type.Integer({ minimum: 1, maximum: units.most })
  const unit = Type.Object({ [units.key]: number, ...schemaOfSignals(units.signals) })
  const list = Type.Optional(Type.Array(unit, { maxItems: units.most }))
  return Type.Object({ ...schemaOfSignals(signals), [units.field]: list })
}

const schemaOfReport = (board: Board) =>
  Type.Object({ ts: Instant, board: Type.Literal(board), values: schemaOfValues(board), backlog: Backlog })

const Report = Type.Union(boards.map(schemaOfReport))
export const Telemetry = Type.Union([Report, Type.Array(Report, { minItems: 1, maxItems: 1_000 })])
export type TelemetryReport<B extends Board = Board> = {
  [Each in B]: { ts: number; board: Each; values: BoardValues<Each>; backlog?: boolean }
}[B]
export type Telemetry = TelemetryReport | TelemetryReport[]

const AlarmReport = Type.Object({
  ts: Instant,
  values: Type.Record(AlarmCode, Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
  backlog: Backlog,
})
export type AlarmReport = Static<typeof AlarmReport>
export const Alarms = oneOrBacklog(AlarmReport)

const EventReport = Type.Object({
  ts: Instant,
  code: AlarmCode,
  flag: Type.Boolean({ description: 'true normal, false fault' }),
  content: Type.Optional(Type.String({ maxLength: 500 })),
  backlog: Backlog,
})
export type EventReport = Static<typeof EventReport>
export const Events = oneOrBacklog(EventReport)

const Version = Type.String({ maxLength: 64 })
const ParamValue = Type.Union([Type.String({ maxLength: 256 }), Type.Number()])
export const Info = Type.Object({
  ts: Instant,
  parts: Type.Optional(
    Type.Array(
      Type.Object({
        partType: Type.String({ minLength: 1, maxLength: 64 }),
        currSwVersion: Type.Optional(Version),
        hwVersion: Type.Optional(Version),
        addrId: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
      }),
      { maxItems: 256 },
    ),
  ),
  params: Type.Optional(Type.Record(AlarmCode, ParamValue)),
})
export type Info = Static<typeof Info>
