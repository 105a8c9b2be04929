import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readAndroidPackage } from './package.ts'

/** Of io.appium.settings 8.0.10, Apache-2.0, as Android's tools wrote it. */
const manifest = readFileSync(new URL('./manifest.axml', import.meta.url))

interface Entry {
  readonly name: string
  readonly bytes: Buffer
  readonly isPacked: boolean
}

/** A zip archive with these entries, a comment behind them, and nothing that a package would not have. */
function archiveOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, isPacked } of entries) {
    const body = isPacked ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\0\0'), common, place, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  end.writeUInt16LE(7, 16)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end, Buffer.from('comment')])
}

const read = (bytes: Buffer) =>
  readAndroidPackage((start, end) => Promise.resolve(bytes.subarray(start, end + 1)), bytes.length)

const code = { name: 'classes.dex', bytes: Buffer.alloc(200_000, 3), isPacked: false }

test.each([true, false])('a package says its name and its version, packed: %s', async (isPacked) => {
  const apk = archiveOf([code, { name: 'AndroidManifest.xml', bytes: manifest, isPacked }])
  expect(await read(apk)).toEqual({
    packageName: 'io.appium.settings',
    versionName: '8.0.10',
    versionCode: 192,
  })
})

test('what is no package, or a damaged one, says nothing', async () => {
  const torn = { name: 'AndroidManifest.xml', bytes: manifest.subarray(0, 500), isPacked: true }
  const text = { name: 'AndroidManifest.xml', bytes: Buffer.from('<manifest/>'), isPacked: false }
  const whole = archiveOf([code, { name: 'AndroidManifest.xml', bytes: manifest, isPacked: true }])
  const damaged = [
    Buffer.from('x'),
    Buffer.alloc(1000),
    archiveOf([code]),
    archiveOf([torn]),
    archiveOf([text]),
    whole.subarray(0, whole.length - 30),
    whole.subarray(500),
  ]
  for (const bytes of damaged) expect(await read(bytes)).toBeUndefined()
})
