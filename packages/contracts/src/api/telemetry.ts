import {
  Cursor,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  type TSchema,
  Type,
  download,
  get,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
} from '../kit/index.ts'
import { type Board, type Signal, type SignalKind, describeBoard } from '../link/index.ts'

const BoardPage = Type.Object({
  equipId: Id,
  ...Paging,
  startTime: Type.Optional(InstantInput),
  endTime: Type.Optional(InstantInput),
  cursor: Type.Optional(Cursor),
})

/** `createTime` is the message's own ts; the signals follow under their names in the catalogue; absent ones are null. */
export type BoardRow = { createTime: string } & Record<string, unknown>

const kinds: Readonly<Record<SignalKind, () => TSchema>> = {
  number: Type.Number,
  word: Type.Integer,
  text: Type.String,
  list: () => Type.Array(Type.Number()),
}

const fieldsOf = (signals: readonly Signal[]): Record<string, TSchema> =>
  Object.fromEntries(signals.map(({ name, kind }) => [name, nullable(kinds[kind]())]))

/** A board's row as the catalogue describes it; its units (the bays of a cabinet) are a list in the row. */
function boardRow(board: Board, beside: Record<string, TSchema>) {
  const { signals, units } = describeBoard(board)
  return Type.Unsafe<BoardRow>(
    Type.Object({
      createTime: Instant,
      ...fieldsOf(signals),
      ...(units && {
        [units.field]: Type.Array(Type.Object({ [units.key]: Type.Integer(), ...fieldsOf(units.signals) })),
      }),
      ...beside,
    }),
  )
}

const boardPage = (path: `/${string}`, board: Board, beside: Record<string, TSchema> = {}) =>
  get(path, { access: 'telemetry.read', input: BoardPage, output: pageOf(boardRow(board, beside)) })

/** The alarms that were active when the row was reported. */
const equipAlarms = Type.Array(Type.Object({ semaphoreName: Type.String(), semaphoreCode: Type.String() }))

const watts = nullable(Type.Number())
/** The live control view of a portable power station; what no board of the model reports is null. */
export const LiveView = Type.Object({
  soc: watts,
  totalU: watts,
  totalI: watts,
  outputPower: watts,
  wirelessChargePower: watts,
  usbaOutputPower: watts,
  fastChargeOutputPower: watts,
  typeC1OutputPower: watts,
  typeC2OutputPower: watts,
  clOutputPower: watts,
  andersonOutputPower: watts,
  otherOutputPower: watts,
  inverterOutputPower: watts,
  inputPower: watts,
  pcsInputPower: watts,
  mpptPower: watts,
  lightLineStatus: watts,
  usbStatus: watts,
  dcStatus: watts,
  acStatus: watts,
})
export type LiveView = Static<typeof LiveView>

/**
 * Down-sampled: buckets of equal length without a gap, each with its first instant (epoch ms, a multiple of `bucketMs`)
 * and, per field, min, max and mean; null where nothing was reported.
 */
export const Series = Type.Object({
  bucketMs: Type.Integer(),
  at: Type.Array(Type.Integer()),
  fields: Type.Record(
    Type.String(),
    Type.Object({ min: Type.Array(watts), max: Type.Array(watts), mean: Type.Array(watts) }),
  ),
})
export type Series = Static<typeof Series>

const ExportTab = options('sc', 'andersen', 'bms', 'pcs', 'mppt', 'basic', 'cabinet', 'battery')
export type ExportTab = Static<typeof ExportTab>

/** A message that could not be stored, with the reason; the first 1,000 of a day are kept. */
export const RejectedMessage = Type.Object({
  id: Id,
  at: Instant,
  deviceCode: Type.String(),
  topic: Type.String(),
  /** A word of the device protocol (`notJson`, `unknownBoard` …), and what exactly was wrong. */
  reason: Type.String(),
  detail: Type.String(),
  /** As text, at most 4,096 characters. */
  payload: Type.String(),
})
export type RejectedMessage = Static<typeof RejectedMessage>

export const telemetry = routes('telemetry', {
  sc: boardPage('/api/equip/attr/sc/show/control/page', 'sc'),
  andersen: boardPage('/api/equip/attr/andersen/page', 'andersen'),
  bms: boardPage('/api/equip/attr/bms/page', 'bms'),
  pcs: boardPage('/api/equip/attr/inverter/page', 'pcs'),
  mppt: boardPage('/api/equip/attr/mppt/page', 'mppt'),
  basic: boardPage('/api/equip/attr/basic/page', 'basic', { equipAlarms }),
  cabinet: boardPage('/api/equip/attr/cabinet/page', 'cabinet'),
  battery: boardPage('/api/equip/attr/battery/page', 'battery'),
  live: get('/api/equip/attr/live', {
    access: 'telemetry.read',
    input: Type.Object({ equipId: Id }),
    output: LiveView,
  }),
  series: get('/api/equip/attr/series', {
    access: 'telemetry.read',
    input: Type.Object({
      equipId: Id,
      board: Type.String({ maxLength: 32 }),
      /** A bay of a cabinet; 0 is the board itself. */
      unit: Type.Integer({ minimum: 0, maximum: 99, default: 0 }),
      /** Names of the board's numbers in the catalogue. */
      fields: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20 }),
      startTime: InstantInput,
      endTime: Type.Optional(InstantInput),
      points: Type.Integer({ minimum: 2, maximum: 2000, default: 300 }),
    }),
    output: Series,
  }),
  /** Every reading of the range as a workbook, newest first; the tab is the board. */
  exportAll: download('/api/equip/attr/:tab/export', {
    access: 'telemetry.read',
    input: Type.Object({
      tab: ExportTab,
      equipId: Id,
      /** Must be given; missing, it is refused with the specification's sentence. */
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
    }),
  }),
  rejected: post('/api/equip/rejected/page', {
    access: 'telemetry.rejected',
    input: Type.Object({
      ...Paging,
      deviceCode: Type.Optional(Type.String({ maxLength: 32 })),
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
      cursor: Type.Optional(Cursor),
    }),
    output: pageOf(RejectedMessage),
  }),
})

export const telemetryProblems = problems('telemetry', {
  noRange: [422, '请先选择时间范围', 'Choose a time range first'],
  emptyRange: [422, '结束时间必须晚于开始时间', 'The end must be later than the start'],
  unknownBoard: [422, '没有名为 {board} 的数据板', 'There is no board named {board}'],
  unknownField: [422, '{board} 没有可绘制的信号 {field}', '{board} has no number named {field}'],
})
