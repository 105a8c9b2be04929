import { createHash } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import { codeLength } from './packets.ts'

/** What the bench and the process of its devices say to each other. */

const Order = Type.Union([
  Type.Object({
    kind: Type.Literal('connect'),
    port: Type.Integer(),
    /** The devices with these numbers. */
    first: Type.Integer(),
    devices: Type.Integer(),
    /** How many may be on their way at once. */
    atOnce: Type.Integer(),
  }),
  Type.Object({
    kind: Type.Literal('send'),
    seconds: Type.Number(),
    mix: Type.Union([Type.Literal('one board'), Type.Literal('mixed boards')]),
    /** One message in so many is about alarms; 0: none is. */
    alarmEvery: Type.Integer(),
    /** Messages a second, whether or not earlier ones were acknowledged. */
    rate: Type.Optional(Type.Number()),
    /** Or: so many devices, each with so many messages on their way. */
    devices: Type.Optional(Type.Integer()),
    window: Type.Optional(Type.Integer()),
  }),
  Type.Object({ kind: Type.Literal('disconnect') }),
])
export type Order = Static<typeof Order>

const Connected = Type.Object({
  devices: Type.Integer(),
  refused: Type.Integer(),
  seconds: Type.Number(),
  p99Ms: Type.Number(),
})
export type Connected = Static<typeof Connected>

const Sent = Type.Object({
  telemetry: Type.Integer(),
  alarms: Type.Integer(),
  acknowledged: Type.Integer(),
  /** Could not be sent in time, because a device had too many on their way. */
  skipped: Type.Integer(),
  /** From the first to the last acknowledgement. */
  seconds: Type.Number(),
  /** Acknowledged while the load lasted. */
  rate: Type.Number(),
  p50Ms: Type.Number(),
  p99Ms: Type.Number(),
  maxMs: Type.Number(),
})
export type Sent = Static<typeof Sent>

const Done = Type.Object({ done: Type.Literal(true) })
const Failed = Type.Object({ error: Type.String() })

export const protocol = { Order, Connected, Sent, Done, Failed }

export const deviceCode = (number: number): string => `WB${String(number).padStart(codeLength - 2, '0')}`

/** As long as a real one; both sides can work it out. */
export function secretOf(code: string): string {
  return createHash('sha256').update(`bench ${code}`).digest('base64url').slice(0, 32)
}
