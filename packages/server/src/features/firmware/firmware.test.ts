import { firmware } from '@wattkeeper/contracts/api/firmware'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containerImage, espImage, mcubootImage } from '../../testing/firmware-images.ts'
import { type FirmwareFiles, bmsBoard, firmwareFiles, releaseNotes } from '../../testing/firmware-files.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'
import { clearExpired } from '../device-files/index.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  files = firmwareFiles(server, admin)
})
afterAll(() => server.stop())

let files: FirmwareFiles
const remark = releaseNotes
const board = bmsBoard
const bytesOf = (text: string) => Buffer.from(text)
const upload: FirmwareFiles['upload'] = (...given) => files.upload(...given)
const uploaded: FirmwareFiles['uploaded'] = (...given) => files.uploaded(...given)
const saved: FirmwareFiles['save'] = (...given) => files.save(...given)
let versions = 70
const nextVersion = () => `5.${(versions += 1)}`
const find = async (id: number) => {
  const { rows } = await admin.call(firmware.list, { pageNum: 1, pageSize: 500 })
  return rows.find((row) => row.id === id)
}
const found = async (id: number) => {
  const version = await find(id)
  if (!version) throw new Error(`version ${id} is not listed`)
  return version
}
const fetched = async (versionId: number, token = admin.token) => {
  const url = `${firmware.fetchFile.path}?versionId=${versionId}`
  return (await server.app.inject({ url, headers: { authorization: token } })).rawPayload
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const currentKey = async () => {
  const keys = await server.as(undefined).call(firmware.keys)
  const key = keys.find(({ isCurrent }) => isCurrent)
  if (!key) throw new Error('no key signs')
  return createPublicKey(key.publicKey)
}
const signedBy = async (digest: Buffer, signature: string | Buffer) =>
  verify(null, digest, await currentKey(), Buffer.from(signature as string, 'base64'))

test('an upload is hashed and read while it is stored, and is no version before it is saved', async () => {
  const image = containerImage({ version: '2.1.7' })
  expect(await upload(image)).toMatchObject({
    code: 200,
    message: '上传成功',
    data: {
      ...{
        fileName: '固件 2.1.bin',
        fileSize: image.length,
        format: 'container',
        version: '2.1.7',
        fgRelease: 1,
      },
      ...{ md5: createHash('md5').update(image).digest('hex'), sha256: sha256(image).toString('hex') },
      ...{ ...board, pcbName: '便携电池管理板', applyTo: 'P600, P1200, P2400', equipTypeId: 1 },
      locked: ['pcbCode', 'partType', 'version', 'isRelease'],
    },
  })
  expect(await uploaded(espImage())).toMatchObject({
    ...{ format: 'espIdf', version: '1.4.2', projectName: 'wk_wifi', locked: ['version'], pcbCode: null },
  })
  expect(await uploaded(mcubootImage())).toMatchObject({
    format: 'mcuboot',
    version: '3.2.1',
    locked: ['version'],
  })
  expect(await uploaded(bytesOf('anything'))).toMatchObject({ format: 'raw', locked: [], version: null })
  expect((await admin.call(firmware.list, { version: '2.1.7' })).rows).toEqual([])
})

test('a damaged, empty or foreign file is refused with a sentence, and nothing of it is kept', async () => {
  const image = containerImage()
  expect(await upload(image.subarray(0, -1))).toMatchObject({
    ...{ code: 422, message: '文件已损坏：长度与文件头不符' },
  })
  expect(await upload(Buffer.alloc(0))).toMatchObject({ code: 422, message: '文件已损坏：文件为空' })
  const foreign = containerImage({ signature: Buffer.alloc(64, 7) })
  expect(await upload(foreign)).toMatchObject({ code: 422, message: '文件签名不是本平台签发的' })
  await clearExpired(server.services)
  const left = await query<{ sha256: string }>(
    server.urls.system,
    `select sha256 from stored_files where sha256 = any($1)`,
    [[sha256(foreign).toString('hex'), sha256(image.subarray(0, -1)).toString('hex')]],
  )
  expect(left).toEqual([])
})

test('a released container is signed by the platform, inside and as a whole; a test one only as a whole', async () => {
  const image = containerImage({ version: nextVersion() })
  const { filePath, version } = await uploaded(image)
  const { id } = await admin.call(firmware.create, {
    filePath,
    ...board,
    version: version ?? '',
    remark,
    isRelease: true,
  })
  const file = await fetched(id)
  expect(file.subarray(0, -64).equals(image.subarray(0, -64))).toBe(true)
  expect(await signedBy(sha256(file.subarray(0, -64)), file.subarray(-64))).toBe(true)
  const listed = await found(id)
  expect(listed).toMatchObject({ fileSize: file.length, sha256: sha256(file).toString('hex'), fgRelease: 1 })
  expect(await signedBy(sha256(file), listed.signature)).toBe(true)
  // What it has signed itself it takes again.
  expect(await upload(file)).toMatchObject({ code: 200 })

  const trial = containerImage({ version: nextVersion(), isRelease: false })
  const { filePath: path, version: tested } = await uploaded(trial)
  const { id: trialId } = await admin.call(firmware.create, {
    filePath: path,
    ...board,
    version: tested ?? '',
    remark,
  })
  expect((await fetched(trialId)).equals(trial)).toBe(true)
  expect(await found(trialId)).toMatchObject({ isRelease: false, isNewest: false })
  expect(await signedBy(sha256(trial), (await found(trialId)).signature)).toBe(true)
})

test('what the file says cannot be typed over', async () => {
  const { filePath } = await uploaded(containerImage({ version: '2.8' }))
  const wanted = { filePath, ...board, version: '2.8', isRelease: true, remark }
  const refusals = [
    [{ version: '2.9' }, '软件版本 与文件内容不一致'],
    [{ pcbCode: 'P-SC-01' }, '板卡编号 与文件内容不一致'],
    [{ isRelease: false }, '发布类型 与文件内容不一致'],
    [{ fgRelease: 0, isRelease: undefined }, '发布类型 与文件内容不一致'],
    [{ equipTypeId: 2 }, '板卡 P-BMS-01 不属于该设备类型'],
    [{ hwVersion: 'Z9' }, '硬件版本 Z9 不存在'],
  ] as const
  for (const [more, message] of refusals)
    expect(await admin.ask(firmware.create, { ...wanted, ...more })).toMatchObject({ code: 422, message })
  const raw = await uploaded(bytesOf('typed in'))
  const typed = { ...wanted, filePath: raw.filePath }
  expect(await admin.ask(firmware.create, { ...typed, version: 'newest' })).toMatchObject({
    message: '软件版本由数字和点组成，例如 2.10',
  })
  expect(await admin.ask(firmware.create, { ...typed, pcbCode: 'P-SC-01' })).toMatchObject({
    message: '板卡 P-SC-01 的固件类型是 sc',
  })
  expect(await admin.ask(firmware.create, { ...typed, pcbCode: 'X-1' })).toMatchObject({
    message: '板卡 X-1 不存在',
  })
})

test('each field that is missing has its sentence, each of the four notes too', async () => {
  const missing = await admin.ask(firmware.create, { pcbCode: '', partType: '', version: '' })
  const messages = (missing.data as { errors: { path: string; message: string }[] }).errors
  expect(Object.fromEntries(messages.map(({ path, message }) => [path, message]))).toMatchObject({
    ...{ filePath: '请上传文件', pcbCode: '板卡编号不能为空', partType: '固件类型不能为空' },
    ...{ version: '软件版本不能为空', remark: '版本说明不能为空' },
  })
  const { filePath } = await uploaded(bytesOf('notes'))
  const wanted = { filePath, ...board, version: '1.1' }
  for (const each of ['zh', 'en', 'de', 'fr'] as const) {
    const notes = { zh: 'a', en: 'a', de: 'a', fr: 'a', [each]: ' ' }
    expect(await admin.ask(firmware.create, { ...wanted, remark: JSON.stringify(notes) })).toMatchObject({
      ...{ code: 422, message: '提交的内容有误：版本说明不能为空' },
      data: { errors: [{ path: `remark.${each}`, message: '版本说明不能为空' }] },
    })
  }
  for (const text of ['null', '[1]', '"x"', '{', '{"zh":1}'])
    expect(await admin.ask(firmware.create, { ...wanted, remark: text })).toMatchObject({ code: 422 })
})

test('one version a board: 1.2 is 1.2.0, a release and a test are two', async () => {
  const version = nextVersion()
  await saved({ version })
  const again = await uploaded(bytesOf('again'))
  const wanted = { filePath: again.filePath, ...board, remark }
  expect(
    await admin.ask(firmware.create, { ...wanted, version: `${version}.0`, isRelease: true }),
  ).toMatchObject({
    code: 409,
    message: `该板卡已有版本 ${version}.0`,
  })
  expect(await admin.ask(firmware.create, { ...wanted, version, isRelease: false })).toMatchObject({
    code: 200,
  })
  expect(await admin.ask(firmware.create, { ...wanted, version: '9.9' })).toMatchObject({
    message: '上传的文件已失效，请重新上传',
  })
})

test('the list filters by device type, parts and version, and says what is newest', async () => {
  const fresh = { pcbCode: 'M-BMS-01', partType: 'bms' }
  const low = await saved({ ...fresh, version: '7.9' })
  const high = await saved({ ...fresh, version: '7.10' })
  const trial = await saved({ ...fresh, version: '8.0', isRelease: false })
  const { rows, total } = await admin.call(firmware.list, { equipTypeId: 2, partTypes: ['bms', 'mppt'] })
  expect(total).toBe(3)
  expect(rows.map(({ id, isNewest }) => [id, isNewest])).toEqual([
    [trial, false],
    [high, true],
    [low, false],
  ])
  expect(rows[0]).toMatchObject({
    ...{
      fileName: '固件 2.1.bin',
      equipTypeName: '微逆储能',
      partTypeName: '电池管理板',
      remark,
      isMine: true,
    },
    ...{ createBy: expect.stringContaining('人员') as string, format: 'raw', isAutoUpgrade: true },
    fileUrl: expect.stringMatching(/^http.*versionId=\d+$/) as string,
  })
  expect(
    (await admin.call(firmware.list, { equipTypeId: 2, version: '7.1' })).rows.map(({ id }) => id),
  ).toEqual([high])
  expect((await admin.call(firmware.list, { equipTypeId: 2, partTypes: ['wifi'] })).total).toBe(0)
  await admin.call(firmware.update, { ...(await found(low)), isAutoUpgrade: false })
  const tasks = await admin.call(firmware.forTasks, { equipTypeId: 2 })
  expect(tasks.map(({ id }) => id)).toEqual([high])
})

test('a change keeps the file or replaces it, and a stale one is refused', async () => {
  const id = await saved()
  const before = await found(id)
  const notes = JSON.stringify({ zh: '一', en: 'one', de: 'eins', fr: 'un' })
  await admin.call(firmware.update, { ...before, remark: notes })
  const noted = await found(id)
  expect(noted).toMatchObject({ remark: notes, sha256: before.sha256, filePath: before.filePath })
  expect(await admin.ask(firmware.update, { ...before, remark })).toMatchObject({
    ...{ code: 409, message: '数据已被他人修改，请刷新后重试' },
  })
  const bytes = bytesOf('another file')
  const { filePath } = await uploaded(bytes)
  await admin.call(firmware.update, { ...noted, filePath })
  expect((await fetched(id)).equals(bytes)).toBe(true)
  expect(await signedBy(sha256(bytes), (await found(id)).signature)).toBe(true)
  await clearExpired(server.services)
  const rows = await query(server.urls.system, `select from stored_files where sha256 = $1`, [before.sha256])
  expect(rows).toEqual([])
  expect((await fetched(id)).equals(bytes)).toBe(true)
})

test('an order’s JSON is what a device gets', async () => {
  const id = await saved()
  const { sha256: hash, md5, fileSize, signature, version } = await found(id)
  expect(await admin.call(firmware.upgradeJson, { versionId: id })).toEqual({
    ...{
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      partType: 'bms',
      addrId: 0,
      version,
      md5,
      signature,
    },
    ...{ url: expect.stringContaining('/device/files/') as string, size: fileSize, sha256: hash },
  })
  expect(await admin.ask(firmware.upgradeJson, { versionId: 999_999 })).toMatchObject({ code: 404 })
})

test('a deleted version is gone with its file, and both deeds stand in the audit', async () => {
  const id = await saved()
  expect(await admin.ask(firmware.remove, { versionId: id })).toMatchObject({
    code: 200,
    message: '删除成功!',
  })
  expect(await find(id)).toBeUndefined()
  expect(await admin.ask(firmware.remove, { versionId: id })).toMatchObject({ code: 404 })
  const changes = await query<{ action: string }>(
    server.urls.system,
    `select a.action from audit_changes c join audit a on a.request_id = c.request_id
    where c.object = 'software_versions' and c.object_id = $1 order by c.id`,
    [String(id)],
  )
  expect(changes.map(({ action }) => action)).toEqual(['firmware.create', 'firmware.remove'])
})
