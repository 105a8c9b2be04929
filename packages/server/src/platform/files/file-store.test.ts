import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestS3, startTestS3 } from '../../testing/s3.ts'
import { FileMissing, type FileStore, FileTooLarge, NoRoom, newFileKey, openFolderStore } from './index.ts'
import { openS3Store } from './s3-store.ts'

let folder: string
let s3: TestS3
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wk-files-'))
  s3 = await startTestS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const opened: Record<string, () => FileStore> = {
  'a folder': () => openFolderStore({ folder, reserved: 0 }),
  'a store that speaks S3': () => openS3Store({ url: s3.url, linkUrl: undefined }),
}

describe.each(Object.keys(opened))('%s', (kind) => {
  let store: FileStore
  beforeAll(() => {
    store = opened[kind]?.() ?? expect.fail()
  })

  const filesIn = async () => {
    const keys = []
    for await (const { key } of store.list()) keys.push(key)
    return keys
  }

  test('a file is counted and hashed while it streams, and read back whole or in part', async () => {
    const key = newFileKey()
    const told: number[] = []
    const source = Readable.from([Buffer.from('hello '), Buffer.from('fleet')])
    const written = await store.write(key, source, { maxBytes: 11, onBytes: (size) => told.push(size) })
    expect(written).toEqual({
      size: 11,
      md5: createHash('md5').update('hello fleet').digest('hex'),
      sha256: createHash('sha256').update('hello fleet').digest('hex'),
    })
    expect(told).toEqual([6, 11])
    expect(await text(await store.read(key))).toBe('hello fleet')
    expect(await text(await store.read(key, { start: 6, end: 8 }))).toBe('fle')
    expect(await filesIn()).toEqual([key])
    await store.remove(key)
  })

  test('a file over the limit is refused at the byte that is too many, and leaves nothing', async () => {
    let sent = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1
          yield Buffer.alloc(1024)
        }
      })(),
    )
    await expect(store.write(newFileKey(), endless, { maxBytes: 10_000 })).rejects.toThrow(FileTooLarge)
    expect(sent).toBeLessThan(100)
    expect(await filesIn()).toEqual([])
  })

  test('a source that breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('unplugged')
      })(),
    )
    await expect(store.write(newFileKey(), broken, { maxBytes: 100 })).rejects.toThrow('unplugged')
    expect(await filesIn()).toEqual([])
  })

  test('an empty file is a file, removing twice is harmless, and a foreign name is no key', async () => {
    const key = newFileKey()
    expect(await store.write(key, Readable.from([]), { maxBytes: 10 })).toMatchObject({ size: 0 })
    await store.remove(key)
    await store.remove(key)
    await expect(store.read(key)).rejects.toThrow(FileMissing)
    await expect(store.read('../../etc/passwd')).rejects.toThrow('no key')
  })

  test('a file of many parts comes back as it was, and its middle alone', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7)
    const key = newFileKey()
    const chunks = Array.from({ length: 21 }, (_, i) => bytes.subarray(i << 20, (i + 1) << 20))
    const written = await store.write(key, Readable.from(chunks), { maxBytes: bytes.length })
    expect(written).toMatchObject({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
    const [start, end] = [9_000_000, 9_999_999]
    const part = await buffer(await store.read(key, { start, end }))
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    await store.remove(key)
  })
})

test('the last of a disk is never taken', async () => {
  const full = openFolderStore({ folder, reserved: Number.MAX_SAFE_INTEGER })
  const write = full.write(newFileKey(), Readable.from([Buffer.from('x')]), { maxBytes: 10 })
  await expect(write).rejects.toThrow(NoRoom)
})

test('a link of the store itself opens one file, whole or in part, and no other', async () => {
  const store = openS3Store({ url: s3.url, linkUrl: s3.url })
  const key = newFileKey()
  await store.write(key, Readable.from([Buffer.from('hello fleet')]), { maxBytes: 100 })
  const link = (await store.link?.(key, { seconds: 60 })) ?? ''
  expect(await (await fetch(link)).text()).toBe('hello fleet')
  expect(await (await fetch(link, { headers: { range: 'bytes=6-' } })).text()).toBe('fleet')
  expect((await fetch(link.replace(key, newFileKey()))).ok).toBe(false)
})

test('a store that does not know the key is told as what it is', async () => {
  const store = openS3Store({ url: s3.url.replace('S3RVER:', 'nobody:'), linkUrl: undefined })
  await expect(store.read(newFileKey())).rejects.toThrow('does not exist in our records')
})
