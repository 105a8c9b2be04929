/** Messages on their way to the writer: one transferable buffer, one record a message. */

const HEAD_BYTES = 8 + 8 + 1 + 4

export interface BatchMessage {
  sender: number
  arrivedAt: number
  topic: number
  payload: Uint8Array
}

export function packBatch(messages: readonly BatchMessage[]): ArrayBuffer {
  let size = 4
  for (const { payload } of messages) size += HEAD_BYTES + payload.length
  const buffer = new ArrayBuffer(size)
  const bytes = Buffer.from(buffer)
  let at = bytes.writeUInt32LE(messages.length, 0)
  for (const { sender, arrivedAt, topic, payload } of messages) {
    at = bytes.writeDoubleLE(sender, at)
    at = bytes.writeDoubleLE(arrivedAt, at)
    at = bytes.writeUInt8(topic, at)
    at = bytes.writeUInt32LE(payload.length, at)
    bytes.set(payload, at)
    at += payload.length
  }
  return buffer
}

export function unpackBatch(buffer: ArrayBuffer): BatchMessage[] {
  const bytes = Buffer.from(buffer)
  const count = bytes.readUInt32LE(0)
  const messages: BatchMessage[] = []
  let at = 4
  for (let i = 0; i < count; i++) {
    const length = bytes.readUInt32LE(at + 17)
    messages.push({
      sender: bytes.readDoubleLE(at),
      arrivedAt: bytes.readDoubleLE(at + 8),
      topic: bytes[at + 16] ?? 0,
      payload: bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length),
    })
    at += HEAD_BYTES + length
  }
  return messages
}
