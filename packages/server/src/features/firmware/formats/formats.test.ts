import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containerImage, espImage, mcubootImage } from '../../../testing/firmware-images.ts'
import { type Contents, Damaged, type Source, readFirmware } from './index.ts'

/** Bytes in the pieces that a stream brings. */
const sourceOf = (file: Uint8Array, piece = 61): Source => ({
  size: file.length,
  bytes: (start, length) => Promise.resolve(Buffer.from(file.subarray(start, start + length))),
  async *chunks(start, end) {
    for (let place = start; place < end; place += piece)
      yield file.subarray(place, Math.min(place + piece, end))
  },
})

const read = (file: Uint8Array): Promise<Contents> => readFirmware(sourceOf(file))
const faultOf = (file: Uint8Array): Promise<string> =>
  read(file).then(
    ({ format }) => format,
    (error: unknown) => (error instanceof Damaged ? error.fault : String(error)),
  )
const flipped = (file: Buffer, place: number): Buffer => {
  const copy = Buffer.from(file)
  copy[place] = (copy[place] ?? 0) ^ 0x20
  return copy
}

test('a container says its board, part, version and kind of release', async () => {
  expect(await read(containerImage({ version: '10.2.0' }))).toEqual({
    ...{ format: 'container', pcbCode: 'P-BMS-01', partType: 'bms', version: '10.2.0', isRelease: true },
  })
  const partType = 'PART_TYPE_EC_SYSTEM_CHECK'
  expect(await read(containerImage({ partType, isRelease: false }))).toMatchObject({
    partType,
    isRelease: false,
  })
})

test('a container lies as its page describes it, byte by byte', () => {
  const file = containerImage({ version: '2.1', payload: Buffer.from('123456789') })
  expect(file.length).toBe(128 + 9 + 4 + 64)
  expect(file.toString('latin1', 0, 4)).toBe('WKWF')
  expect([...file.subarray(4, 16)]).toEqual([1, 1, 128, 0, 9, 0, 0, 0, 0, 0, 0, 0])
  expect(file.toString('latin1', 16, 25)).toBe('P-BMS-01\0')
  expect(file.toString('latin1', 48, 52)).toBe('bms\0')
  expect(file.toString('latin1', 96, 100)).toBe('2.1\0')
  expect(file.toString('latin1', 128, 137)).toBe('123456789')
})

test('an ESP-IDF image says its version and project, with a hash or without', async () => {
  const said = { format: 'espIdf', version: '1.4.2', projectName: 'wk_wifi' }
  expect(await read(espImage())).toEqual(said)
  expect(await read(espImage({ hasHash: false, segments: [] }))).toEqual(said)
  expect(await read(Buffer.concat([espImage(), Buffer.alloc(4096, 0xff)]))).toEqual(said)
  expect(await read(espImage({ version: 'main' }))).toEqual({ format: 'espIdf', projectName: 'wk_wifi' })
})

test('every length of the data leaves the checksum where it belongs', async () => {
  for (let length = 0; length < 33; length += 1)
    expect(await faultOf(espImage({ segments: [Buffer.alloc(length, length)] }))).toBe('espIdf')
})

test('an MCUboot image says its version, a build number too', async () => {
  expect(await read(mcubootImage())).toEqual({ format: 'mcuboot', version: '3.2.1' })
  const built = mcubootImage({ version: [255, 0, 65535, 4_000_000_000], hasProtected: true, padding: 999 })
  expect(await read(built)).toEqual({ format: 'mcuboot', version: '255.0.65535+4000000000' })
  expect(await read(mcubootImage({ hasHash: false }))).toMatchObject({ version: '3.2.1' })
})

test('what is none of these is raw, also what only begins like one', async () => {
  for (const bytes of ['', 'M', '\xe9', '\xe9'.repeat(40), ':10010000214601360121470136007EFE09D2190140'])
    expect(await read(Buffer.from(bytes, 'latin1'))).toEqual({ format: 'raw' })
})

const whole = {
  container: containerImage(),
  espIdf: espImage(),
  mcuboot: mcubootImage({ hasProtected: true }),
}

test.each(Object.entries(whole))(
  'a %s that was cut off anywhere is damaged, or too short to be known',
  async (_, file) => {
    for (let length = 0; length < file.length; length += 1)
      expect(await faultOf(file.subarray(0, length))).toBeOneOf([
        ...['truncated', 'length', 'header', 'checksum'],
        ...(length < 36 ? ['raw'] : []),
      ])
  },
)

test.each(Object.entries(whole))(
  'a %s with one wrong bit is never read as if it were whole',
  async (format, file) => {
    const signatureBytes = format === 'container' ? 64 : 0
    const unread: number[] = []
    for (let place = 0; place < file.length - signatureBytes; place += 1)
      if ((await faultOf(flipped(file, place))) === format) unread.push(place)
    // What MCUboot's own hash does not cover: the other entries behind the image.
    expect(unread.every((place) => format === 'mcuboot' && place >= file.length - 76)).toBe(true)
  },
)

test('hostile lengths are refused at once', async () => {
  const huge = (file: Buffer, place: number, bytes: 2 | 4) => {
    const copy = Buffer.from(file)
    copy.writeUIntLE(bytes === 4 ? 0xffff_ffff : 0xffff, place, bytes)
    return copy
  }
  expect(await faultOf(huge(whole.container, 8, 4))).toBe('length')
  expect(await faultOf(huge(whole.espIdf, 28, 4))).toBe('truncated')
  expect(await faultOf(huge(whole.mcuboot, 12, 4))).toBe('truncated')
  expect(await faultOf(huge(whole.mcuboot, 8, 2))).toBe('truncated')
  const segments = Buffer.from(whole.espIdf)
  segments[1] = 255
  expect(await faultOf(segments)).toBe('header')
  const later = Buffer.from(whole.container)
  later[4] = 2
  expect(await faultOf(later)).toBe('newerFormat')
})

test('whatever comes is read or refused, and never anything else', async () => {
  const beginnings = Object.values(whole).map((file) => file.subarray(0, 40))
  const parts = fc.tuple(fc.constantFrom(Buffer.alloc(0), ...beginnings), fc.uint8Array({ maxLength: 700 }))
  const mutated = fc
    .tuple(fc.constantFrom(...Object.values(whole)), fc.array(fc.tuple(fc.nat(700), fc.nat(255))))
    .map(([file, changes]) => {
      const copy = Buffer.from(file)
      for (const [place, byte] of changes) if (place < copy.length) copy[place] = byte
      return copy
    })
  const anything = fc.oneof(
    parts.map((each) => Buffer.concat(each)),
    mutated,
  )
  await fc.assert(
    fc.asyncProperty(anything, fc.integer({ min: 1, max: 200 }), async (bytes, piece) => {
      const outcome = await readFirmware(sourceOf(bytes, piece)).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Damaged)
    }),
    { numRuns: 600 },
  )
})
