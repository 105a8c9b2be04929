import { Flag, Id, Instant, type Static, Type, nullable, options } from '../kit/index.ts'
import { CommandRow, commands } from './commands.ts'

/** Where phones connect. What is said there is described in docs/app-socket.md. */
export const appSocketPath = '/ws/app'

export const appSocketLimits = {
  /** Of one message. */
  bytes: 16 * 1024,
  /** Messages of a phone within ten seconds. */
  messages: 50,
  /** Open sockets of one user. */
  sockets: 5,
  devices: 50,
  heartbeatMs: 15_000,
  signInMs: 10_000,
} as const

/** Why om closes a socket. */
export const appSocketClosings = {
  malformed: 4400,
  notSignedIn: 4401,
  accessChanged: 4403,
  silent: 4408,
  tooManySockets: 4409,
  tooManyMessages: 4429,
} as const
export type AppSocketClosing = keyof typeof appSocketClosings

/** Chosen by the phone: the answer carries it, and what is sent again under the same one is done once. */
const MessageId = Type.String({ minLength: 1, maxLength: 64 })

export const FromPhone = Type.Union([
  Type.Object({
    type: Type.Literal('signIn'),
    token: Type.String({ maxLength: 200 }),
    language: Type.Optional(options('zh', 'en')),
  }),
  /** Takes the place of what was watched before. */
  Type.Object({
    type: Type.Literal('watch'),
    equipIds: Type.Array(Id, { maxItems: appSocketLimits.devices }),
  }),
  /** The same as POST /api/equip/control. */
  Type.Object({
    type: Type.Literal('control'),
    id: MessageId,
    ...commands.control.input.properties,
  }),
  Type.Object({ type: Type.Literal('heartbeat') }),
])
export type FromPhone = Static<typeof FromPhone>

const { state, result, reason, message } = CommandRow.properties

export const ToPhone = Type.Union([
  Type.Object({ type: Type.Literal('signedIn'), userName: Type.String(), heartbeatMs: Type.Integer() }),
  /** Of those asked for, the devices that the user sees. */
  Type.Object({ type: Type.Literal('watching'), equipIds: Type.Array(Id) }),
  Type.Object({
    type: Type.Literal('device'),
    equipId: Id,
    code: Type.String(),
    isOnline: Flag,
    alarms: Type.Array(
      Type.Object({ name: Type.String(), level: nullable(Type.Integer()), occurrenceTime: Instant }),
    ),
  }),
  Type.Object({
    type: Type.Literal('values'),
    equipId: Id,
    board: Type.String(),
    unit: Type.Integer(),
    createTime: Instant,
    values: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** How a control is getting on; refused at once, it has a code and no commandId. */
  Type.Object({
    type: Type.Literal('control'),
    id: MessageId,
    commandId: nullable(Id),
    code: Type.Integer(),
    state: nullable(state),
    result,
    reason,
    message,
  }),
  Type.Object({ type: Type.Literal('heartbeat') }),
])
export type ToPhone = Static<typeof ToPhone>
