import { firmware } from '@wattkeeper/contracts/api/firmware'
import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { organizations } from '@wattkeeper/contracts/api/organizations'
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containerImage } from '../../testing/firmware-images.ts'
import { type FirmwareFiles, bmsBoard, firmwareFiles, releaseNotes } from '../../testing/firmware-files.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
let files: FirmwareFiles
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  files = firmwareFiles(server, admin)
})
afterAll(() => server.stop())

const found = async (id: number) => {
  const { rows } = await admin.call(firmware.list, { pageSize: 500 })
  const version = rows.find((row) => row.id === id)
  if (!version) throw new Error(`version ${id} is not listed`)
  return version
}
const signedBy = async (digest: Buffer, signature: string) => {
  const [key] = await server.as(undefined).call(firmware.keys)
  return verify(null, digest, createPublicKey(key?.publicKey ?? ''), Buffer.from(signature, 'base64'))
}

test('a new key endorses itself by the one before, and every version is signed anew', async () => {
  const id = await files.save()
  const [before] = await admin.call(firmware.keys)
  const rotated = await admin.call(firmware.rotateKey)
  const keys = await server.as(undefined).call(firmware.keys)
  expect(keys.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(keys[0]).toMatchObject({ id: rotated.id, retireTime: null })
  const raw = Buffer.from(rotated.raw, 'base64')
  const endorsement = Buffer.from(rotated.endorsement ?? '', 'base64')
  expect(verify(null, raw, createPublicKey(before?.publicKey ?? ''), endorsement)).toBe(true)
  const { sha256: hash, signature } = await found(id)
  expect(await signedBy(Buffer.from(hash, 'hex'), signature)).toBe(true)
  const secrets = await query(server.urls.system, `select from signing_keys where private_key is not null`)
  expect(secrets).toHaveLength(1)
})

test('manufacturers look and may not write; viewers do not even look', async () => {
  const made = await admin.call(organizations.create, { name: '固件厂商', code: 'FIRM' })
  const maker = await server.person({ organizationId: made.id, roleIds: [3] })
  const id = await files.save()
  expect((await maker.call(firmware.list, { pageSize: 500 })).rows.some((row) => row.id === id)).toBe(true)
  expect((await files.upload(Buffer.from('x'), maker)).code).toBe(403)
  expect(await maker.ask(firmware.remove, { versionId: id })).toMatchObject({ code: 403 })
  const mighty = await server.person({ organizationId: made.id })
  const { filePath } = await files.uploaded(Buffer.from('from outside'), mighty)
  expect(
    await mighty.ask(firmware.create, { filePath, ...bmsBoard, version: '1.3', remark: releaseNotes }),
  ).toMatchObject({
    code: 403,
  })
  expect(await mighty.ask(firmware.remove, { versionId: id })).toMatchObject({ code: 403 })
  const viewer = await server.person({ organizationId: made.id, roleIds: [4] })
  expect(await viewer.ask(firmware.list)).toMatchObject({ code: 403 })
})

test('platform staff whose data are narrowed keep firmware like all others', async () => {
  const narrowed = await server.person({ roleIds: [2], narrowing: { R: ['440305'] } })
  const version = containerImage({ version: '66.1' })
  const id = await files.save({ version: '66.1' }, version, narrowed)
  const listed = await found(id)
  await narrowed.call(firmware.update, {
    ...listed,
    filePath: (await files.uploaded(Buffer.from('x'), narrowed)).filePath,
  })
  expect(await found(id)).toMatchObject({ fileSize: 1, format: 'raw', locked: [] })
  await narrowed.call(firmware.remove, { versionId: id })
})

test('a version for one hardware counts only there, and holds that hardware version', async () => {
  const place = { equipType: 1, equipModelId: 11, partType: 'bms' }
  const hardware = await admin.call(hardwareVersions.create, {
    ...place,
    versionName: '硬件B',
    versionCode: 'B',
  })
  const id = await files.save({ hwVersion: 'B', version: '77.1' })
  expect(await found(id)).toMatchObject({ hwVersion: 'B' })
  expect(await admin.ask(hardwareVersions.remove, { id: hardware.id })).toMatchObject({ code: 409 })
  await admin.call(firmware.remove, { versionId: id })
  expect(await admin.ask(hardwareVersions.remove, { id: hardware.id })).toMatchObject({ code: 200 })
})
