import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileStore, FileTooLarge, NoRoom, newFileKey, openFolderStore } from './index.ts'

let folder: string
let store: FileStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wk-files-'))
  store = openFolderStore({ folder, reserved: 0 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

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

test('the last of a disk is never taken', async () => {
  const full = openFolderStore({ folder, reserved: Number.MAX_SAFE_INTEGER })
  const write = full.write(newFileKey(), Readable.from([Buffer.from('x')]), { maxBytes: 10 })
  await expect(write).rejects.toThrow(NoRoom)
  expect(await filesIn()).toEqual([])
})

test('an empty file is a file, removing twice is harmless, and a foreign name is no key', async () => {
  const key = newFileKey()
  expect(await store.write(key, Readable.from([]), { maxBytes: 10 })).toMatchObject({ size: 0 })
  await store.remove(key)
  await store.remove(key)
  await expect(store.read(key)).rejects.toThrow('ENOENT')
  await expect(store.read('../../etc/passwd')).rejects.toThrow('no key')
  expect(await readdir(folder)).toContain('incoming')
})
