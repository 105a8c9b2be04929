const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const longestComment = 65_535

/**
 * How many bytes a ZIP archive says it unpacks to; the reader holds each part to what is said here. Infinity for what
 * says nothing credible, so that one comparison refuses both.
 */
export function unpackedBytes(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const end = findEnd(view)
  if (end === undefined) return Infinity
  const entries = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) return Infinity
    const packed = view.getUint32(at + 20, true)
    const unpacked = view.getUint32(at + 24, true)
    // An empty part deflates to two bytes; one that holds more and claims nothing would be unpacked without limit.
    if (unpacked === 0 && packed > 2) return Infinity
    total += unpacked
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return total
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  return undefined
}
