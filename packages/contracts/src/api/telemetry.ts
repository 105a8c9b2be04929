import {
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
  routes,
} from '../kit/index.ts'

const BoardPage = Type.Object({
  equipId: Id,
  ...Paging,
  startTime: Type.Optional(InstantInput),
  endTime: Type.Optional(InstantInput),
})

/** `createTime` is the message's own ts; the signals follow under their names in the catalogue; absent ones are null. */
export const BoardRow = Type.Object(
  { createTime: Instant },
  {
    additionalProperties: Type.Union([
      Type.Number(),
      Type.String(),
      Type.Null(),
      Type.Array(Type.Unknown()),
      Type.Object({}),
    ]),
  },
)
export type BoardRow = { createTime: string } & Record<string, unknown>

const boardPage = <P extends `/${string}`>(path: P) =>
  get(path, { access: 'telemetry.read', input: BoardPage, output: pageOf(BoardRow) })

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

/** Down-sampled: each bucket has its instant and, per field, min, max and mean; null where nothing was reported. */
export const Series = Type.Object({
  bucketMs: Type.Integer(),
  at: Type.Array(Type.Integer()),
  fields: Type.Record(
    Type.String(),
    Type.Object({ min: Type.Array(watts), max: Type.Array(watts), mean: Type.Array(watts) }),
  ),
})
export type Series = Static<typeof Series>

/** A message that could not be stored, with the reason; the first 1,000 of a day are kept. */
export const RejectedMessage = Type.Object({
  id: Id,
  at: Instant,
  deviceCode: Type.String(),
  topic: Type.String(),
  reason: Type.String(),
  payload: Type.String(),
})
export type RejectedMessage = Static<typeof RejectedMessage>

export const telemetry = routes('telemetry', {
  sc: boardPage('/api/equip/attr/sc/show/control/page'),
  andersen: boardPage('/api/equip/attr/andersen/page'),
  bms: boardPage('/api/equip/attr/bms/page'),
  pcs: boardPage('/api/equip/attr/inverter/page'),
  mppt: boardPage('/api/equip/attr/mppt/page'),
  basic: boardPage('/api/equip/attr/basic/page'),
  cabinet: boardPage('/api/equip/attr/cabinet/page'),
  battery: boardPage('/api/equip/attr/battery/page'),
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
      fields: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20 }),
      startTime: InstantInput,
      endTime: Type.Optional(InstantInput),
      points: Type.Integer({ minimum: 2, maximum: 2000, default: 300 }),
    }),
    output: Series,
  }),
  rejected: post('/api/equip/rejected/page', {
    access: 'telemetry.rejected',
    input: Type.Object({
      ...Paging,
      deviceCode: Type.Optional(Type.String({ maxLength: 32 })),
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
    }),
    output: pageOf(RejectedMessage),
  }),
})
