import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type FirmwareSettings, usualFirmware } from '../../config-firmware.ts'
import { openFolderStore } from '../../platform/files/index.ts'
import { sendFile } from '../../testing/files.ts'
import { containerImage } from '../../testing/firmware-images.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'
import { clearExpired } from '../device-files/index.ts'
import { newestRelease, prepareSigning, versionForOrder } from './index.ts'

const remark = JSON.stringify({ zh: '一', en: 'one', de: 'eins', fr: 'un' })
const board = { pcbCode: 'P-BMS-01', partType: 'bms' }
const part = { equipTypeId: 1, partType: 'bms' }
const mebibyte = 1024 * 1024

type Special = Parameters<typeof startTestServer>[0]
async function serverWith(settings: Partial<FirmwareSettings>, special: Special = {}): Promise<TestServer> {
  const server = await startTestServer({ firmware: { ...usualFirmware, ...settings }, ...special })
  onTestFinished(() => server.stop())
  return server
}

const send = ({ app }: TestServer, { token }: Person, bytes: Buffer) =>
  sendFile(app, firmware.upload, { token, bytes, name: 'image.bin' })

async function save(server: TestServer, person: Person, image: Buffer, version: string): Promise<number> {
  const { filePath } = (await send(server, person, image)).data as FirmwareUpload
  return (await person.call(firmware.create, { filePath, ...board, version, isRelease: true, remark })).id
}

const filesIn = (server: TestServer) =>
  query<{ size: number }>(server.urls.system, 'select size::int from stored_files order by id')

test('a file past the limit is refused while it comes, and nothing of it stays', async () => {
  const server = await serverWith({ maxMebibytes: 1 })
  const admin = await server.person()
  expect(await send(server, admin, Buffer.alloc(mebibyte, 1))).toMatchObject({ code: 200 })
  expect(await send(server, admin, Buffer.alloc(mebibyte + 1, 1))).toMatchObject({
    ...{ code: 413, message: '文件超过上限 1 MiB' },
  })
  expect(await filesIn(server)).toEqual([{ size: mebibyte }])
})

test('a full store is a clear answer, and nothing is lost: not the upload, not the version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wk-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [roomy, full] = [
    openFolderStore({ folder, reserved: 0 }),
    openFolderStore({ folder, reserved: Number.MAX_SAFE_INTEGER }),
  ]
  let isFull = false
  const files = {
    ...roomy,
    write: ((...asked) => (isFull ? full : roomy).write(...asked)) as typeof roomy.write,
  }
  const server = await serverWith({}, { files })
  const admin = await server.person()
  const { filePath } = (await send(server, admin, containerImage({ version: '3.1' }))).data as FirmwareUpload
  isFull = true
  const noRoom = { code: 503, message: '文件存储空间不足' }
  expect(await send(server, admin, Buffer.from('more'))).toMatchObject(noRoom)
  const wanted = { filePath, ...board, version: '3.1', isRelease: true, remark }
  expect(await admin.ask(firmware.create, wanted)).toMatchObject(noRoom)
  expect((await admin.call(firmware.list)).total).toBe(0)
  isFull = false
  expect(await admin.ask(firmware.create, wanted)).toMatchObject({ code: 200 })
})

test('abandoned uploads are cleaned after a day; what is saved stays', async () => {
  const server = await serverWith({})
  const admin = await server.person()
  await send(server, admin, Buffer.from('abandoned'))
  const id = await save(server, admin, Buffer.from('kept for good'), '1.1')
  server.clock.advance(23 * 3_600_000)
  await clearExpired(server.services)
  expect(await filesIn(server)).toHaveLength(2)
  server.clock.advance(2 * 3_600_000)
  await clearExpired(server.services)
  expect(await filesIn(server)).toEqual([{ size: 13 }])
  const uploads = await query(server.urls.system, 'select from firmware_uploads')
  expect(uploads).toHaveLength(1)
  expect(await versionForOrder(server.database.system, id)).toMatchObject({ size: 13, version: '1.1' })
})

test('with four eyes a version counts only when another has approved it, and is signed then', async () => {
  const server = await serverWith({ needsApproval: true })
  const [author, second] = [await server.person(), await server.person()]
  const { system } = server.database
  const image = containerImage({ version: '4.2' })
  const id = await save(server, author, image, '4.2')
  const unsigned = await versionForOrder(system, id)
  expect(unsigned).toMatchObject({ isApproved: false })
  expect(await newestRelease(system, part)).toBeUndefined()
  expect(await author.call(firmware.forTasks)).toEqual([])
  expect(await author.ask(firmware.approve, { id })).toMatchObject({
    ...{ code: 409, message: '不能审批自己上传的版本，请由他人审批' },
  })
  const [listed] = (await second.call(firmware.list)).rows
  expect(listed).toMatchObject({ isApproved: false, isMine: false, approveBy: null })
  expect(await second.ask(firmware.approve, { id, revision: (listed?.revision ?? 0) + 1 })).toMatchObject({
    code: 409,
  })
  await second.call(firmware.approve, { id, revision: listed?.revision ?? 0 })
  expect(await second.ask(firmware.approve, { id })).toMatchObject({ code: 409, message: '该版本已审批' })
  const approved = await versionForOrder(system, id)
  expect(approved).toMatchObject({ isApproved: true })
  expect(approved?.sha256).not.toBe(unsigned?.sha256)
  expect(await newestRelease(system, part)).toEqual({ versionId: id, version: '4.2' })

  // Whoever changes what devices would get answers for it from then on, and it is approved anew.
  const [before] = (await second.call(firmware.list)).rows
  await second.call(firmware.update, { ...before, isAutoUpgrade: false })
  expect(await versionForOrder(system, id)).toMatchObject({ isApproved: true })
  await second.call(firmware.update, { ...before, revision: (before?.revision ?? 0) + 1, mcuNum: 2 })
  expect(await versionForOrder(system, id)).toMatchObject({ isApproved: false })
  expect(await second.ask(firmware.approve, { id })).toMatchObject({ code: 409 })
  await author.call(firmware.approve, { id })
})

test('a configured key signs in place of the platform’s own, which endorses it', async () => {
  const own = await serverWith({})
  const admin = await own.person()
  const id = await save(own, admin, Buffer.from('image'), '1.0')
  const [before] = await admin.call(firmware.keys)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  Reflect.set(own.services.firmware, 'key', privateKey)
  await prepareSigning(own.services)
  const keys = await admin.call(firmware.keys)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatchObject({
    isCurrent: true,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  const raw = Buffer.from(keys[0]?.raw ?? '', 'base64')
  const endorsement = Buffer.from(keys[0]?.endorsement ?? '', 'base64')
  expect(verify(null, raw, createPublicKey(before?.publicKey ?? ''), endorsement)).toBe(true)
  const order = await versionForOrder(own.database.system, id)
  const digest = Buffer.from(order?.sha256 ?? '', 'hex')
  expect(verify(null, digest, publicKey, Buffer.from(order?.signature ?? '', 'base64'))).toBe(true)
  expect(await admin.ask(firmware.rotateKey)).toMatchObject({ code: 409 })
  expect(await query(own.urls.system, 'select from signing_keys where private_key is not null')).toEqual([])
})

test('a version that is rolled out or being installed is neither deleted nor changed, and the refusal says by what', async () => {
  const server = await serverWith({})
  const admin = await server.person()
  const id = await save(server, admin, Buffer.from('image'), '1.0')
  await query(
    server.urls.system,
    `insert into rollouts (kind, code, body, organization_id, starts_at, seed, state, created_by_name)
    values ('firmware', 'R1', jsonb_build_object('versionId', $1::bigint), 1, now(), 1, 'paused', 'x')`,
    [id],
  )
  expect(await admin.ask(firmware.remove, { versionId: id })).toMatchObject({
    ...{ code: 409, message: '该版本正在使用，不能删除：1 个升级任务' },
  })
  const [listed] = (await admin.call(firmware.list)).rows
  expect(await admin.ask(firmware.update, { ...listed, version: '1.1' })).toMatchObject({
    ...{ code: 409, message: '该版本正在使用，不能修改：1 个升级任务' },
  })
  expect(await admin.ask(firmware.update, { ...listed, remark: remark.replace('one', 'two') })).toMatchObject(
    {
      code: 200,
    },
  )
  await query(server.urls.system, `update rollouts set state = 'completed', finished_at = now()`)
  expect(await admin.ask(firmware.remove, { versionId: id })).toMatchObject({ code: 200 })
})
