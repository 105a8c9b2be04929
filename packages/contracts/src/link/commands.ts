import { Type } from 'typebox'
import type { Static } from 'typebox'

const Id = Type.String({ pattern: '^[0-9a-fA-F-]{36}$', description: 'uuid' })
const Instant = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' })
const Message = Type.Optional(Type.String({ maxLength: 500 }))
const OnOff = Type.Union([Type.Literal(0), Type.Literal(1)])
const Param = Type.Object({ id: Type.String(), value: Type.Union([Type.String(), Type.Number()]) })
const Params = Type.Array(Param)
const Url = Type.String({ description: 'a short-lived link for this device alone' })

const head = { id: Id, expires: Instant }

/** Everything the platform asks of a device; `kind` tells which fields come along. */
export const Command = Type.Union([
  Type.Object({
    ...head,
    kind: Type.Literal('set'),
    paramList: Type.Optional(Params),
    board: Type.Optional(Type.String()),
    value: Type.Optional(OnOff),
  }),
  Type.Object({ ...head, kind: Type.Literal('param'), paramList: Params }),
  Type.Object({
    ...head,
    kind: Type.Literal('upload'),
    board: Type.Optional(Type.String({ description: 'absent: every board' })),
    value: OnOff,
  }),
  Type.Object({
    ...head,
    kind: Type.Literal('log'),
    url: Url,
    level: Type.String(),
    fileType: Type.String(),
    startTime: Instant,
    endTime: Instant,
  }),
  Type.Object({ ...head, kind: Type.Literal('ping') }),
  Type.Object({
    ...head,
    kind: Type.Literal('advert'),
    adverts: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        url: Url,
        startTime: Instant,
        endTime: Instant,
      }),
    ),
  }),
])
export type Command = Static<typeof Command>

export const CommandReply = Type.Object({ id: Id, result: OnOff, message: Message })
export type CommandReply = Static<typeof CommandReply>

const AddrId = Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 }))

export const UpgradeOrder = Type.Object({
  id: Id,
  partType: Type.String(),
  addrId: AddrId,
  version: Type.String(),
  url: Url,
  size: Type.Integer({ minimum: 0 }),
  md5: Type.String(),
  sha256: Type.String(),
  signature: Type.Optional(Type.String()),
})
export type UpgradeOrder = Static<typeof UpgradeOrder>

export const UpgradeProgress = Type.Object({
  id: Id,
  partType: Type.String({ maxLength: 64 }),
  addrId: AddrId,
  status: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  progPercent: Type.Number({ minimum: 0, maximum: 100 }),
  message: Message,
})
export type UpgradeProgress = Static<typeof UpgradeProgress>
