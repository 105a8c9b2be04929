/** MQTT 3.1.1 as bytes: the generator shares the cores with what it measures, so it makes as little work as it can. */

export const codeLength = 10

/** A PUBLISH with blanks for the code, the packet's number, the ts and the last digits of its measured values. */
export interface Template {
  readonly bytes: Buffer
  readonly codeAt: number
  readonly idAt: number
  readonly tsAt: number
  readonly digitsAt: readonly number[]
}

const blankCode = '0'.repeat(codeLength)
const blankTs = '1000000000000'

/** `body` follows `{"ts":…`; every fraction in it gets another last digit each time. */
export function publishTemplate(topic: string, body: string): Template {
  const payload = `{"ts":${blankTs},${body}}`
  const name = `v1/${blankCode}/${topic}`
  const length = lengthBytes(2 + name.length + 2 + Buffer.byteLength(payload))
  const start = 1 + length.length
  const payloadAt = start + 2 + name.length + 2
  const bytes = Buffer.concat([
    Buffer.of(0x32),
    length,
    short(name.length),
    Buffer.from(name),
    short(0),
    Buffer.from(payload),
  ])
  const digits = [...payload.matchAll(/\.\d+(?=[,}\]])/g)]
  return {
    bytes,
    codeAt: start + 2 + 3,
    idAt: payloadAt - 2,
    tsAt: payloadAt + 6,
    digitsAt: digits.map((found) => payloadAt + found.index + found[0].length - 1),
  }
}

/** Writes one message; answers where the next begins. */
export function fill(
  { bytes, codeAt, idAt, tsAt, digitsAt }: Template,
  into: Buffer,
  { at, code, id, ts }: { at: number; code: string; id: number; ts: number },
): number {
  bytes.copy(into, at)
  into.write(code, at + codeAt, 'latin1')
  into[at + idAt] = id >> 8
  into[at + idAt + 1] = id & 0xff
  into.write(String(ts), at + tsAt, 'latin1')
  let seed = (ts ^ (id * 2_654_435_761)) >>> 0
  for (const digitAt of digitsAt) {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
    into[at + digitAt] = 48 + ((seed >>> 16) % 10)
  }
  return at + bytes.length
}

export function connectPacket(code: string, secret: string, keepAliveSeconds: number): Buffer {
  const rest = [code, code, secret].flatMap((text) => [short(text.length), Buffer.from(text)])
  const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2])
  const body = Buffer.concat([head, short(keepAliveSeconds), ...rest])
  return Buffer.concat([Buffer.of(0x10), lengthBytes(body.length), body])
}

/** What every device listens to. */
export function subscribePacket(code: string): Buffer {
  const filters = ['commands', 'upgrade'].flatMap((path) => {
    const filter = `v1/${code}/${path}`
    return [short(filter.length), Buffer.from(filter), Buffer.of(1)]
  })
  const body = Buffer.concat([short(1), ...filters])
  return Buffer.concat([Buffer.of(0x82), lengthBytes(body.length), body])
}

export const disconnectPacket = Buffer.of(0xe0, 0)

export const packetType = { connack: 0x20, publish: 0x30, puback: 0x40, suback: 0x90 } as const

/** What a device says to a command: that it has it, and that it is done. */
export function answerPackets(code: string, command: Buffer, id: number): Buffer {
  const topicLength = command.readUInt16BE(0)
  const received = command.subarray(2 + topicLength, 4 + topicLength)
  const asked = /"id":"([^"]{36})"/.exec(command.toString('latin1', 4 + topicLength))?.[1] ?? ''
  const topic = `v1/${code}/commands/reply`
  const body = Buffer.concat([
    ...[short(topic.length), Buffer.from(topic), short(id)],
    Buffer.from(`{"id":"${asked}","result":1}`),
  ])
  return Buffer.concat([Buffer.of(0x40, 2), received, Buffer.of(0x32), lengthBytes(body.length), body])
}

/** Calls for each whole packet with its type, the two bytes that matter and all of them; answers what is left of a broken one. */
export function readPackets(
  bytes: Buffer,
  onPacket: (type: number, value: number, body: Buffer) => void,
): Buffer {
  let at = 0
  while (bytes.length - at >= 2) {
    let length = 0
    let shift = 0
    let next = at + 1
    let digit = 0x80
    while (digit & 0x80 && next < bytes.length) {
      digit = bytes[next++] ?? 0
      length |= (digit & 0x7f) << shift
      shift += 7
    }
    if (digit & 0x80 || bytes.length - next < length) break
    onPacket(
      (bytes[at] ?? 0) & 0xf0,
      length >= 2 ? bytes.readUInt16BE(next) : 0,
      bytes.subarray(next, next + length),
    )
    at = next + length
  }
  return bytes.subarray(at)
}

function short(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}

function lengthBytes(length: number): Buffer {
  const bytes: number[] = []
  let left = length
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.from(bytes)
}
