/** Headers and contents are padded to this. */
export const recordBytes = 512

const fields = { name: [0, 100], size: [124, 12], checksum: [148, 8], prefix: [345, 155] } as const
const largestSize = 8 ** 11 - 1

/** The header of a regular file in the ustar format. */
export function headerOf(path: string, size: number): Buffer {
  if (size > largestSize) throw new Error(`${path} is larger than 8 GiB.`)
  const header = Buffer.alloc(recordBytes)
  const [prefix, name] = split(path)
  header.write(name, 0)
  header.write('0000600\0' + '0000000\0' + '0000000\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Nothing at the end of the archive, which is marked by an empty record. */
export function parseHeader(header: Buffer): { path: string; size: number } | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  const sum = Number.parseInt(textAt(header, fields.checksum), 8)
  const blank = Buffer.from(header).fill(' ', 148, 156)
  if (sum !== sumOf(blank)) throw new Error('The file is not a backup of Wattkeeper, or it is damaged.')
  const prefix = textAt(header, fields.prefix)
  const name = textAt(header, fields.name)
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: Number.parseInt(textAt(header, fields.size), 8),
  }
}

function split(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return [prefix, name]
  }
  throw new Error(`The path ${path} is too long for a backup.`)
}

function textAt(header: Buffer, [start, length]: readonly [number, number]): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end).toString()
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}
