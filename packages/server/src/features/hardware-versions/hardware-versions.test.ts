import { deviceTypeCatalogue as catalogue } from '@wattkeeper/contracts/api/device-types'
import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { organizations } from '@wattkeeper/contracts/api/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

const place = { equipType: 1, equipModelId: 11, partType: 'bms' }
let made = 0
const next = () => `V${(made += 1)}`
const create = (more: object = {}) => {
  const mark = next()
  return admin.ask(hardwareVersions.create, { ...place, versionName: mark, versionCode: mark, ...more })
}
const idOf = ({ data }: { data: unknown }) => Number(Reflect.get(Object(data), 'id'))

test('a hardware version is created, listed with every name, found by each filter, and deleted', async () => {
  const answer = await create({ versionName: ' 第二版 ', versionCode: 'B2', versionNote: '加粗铜排' })
  expect(answer).toMatchObject({ code: 200, message: '创建成功' })
  const id = idOf(answer)
  for (const filter of [{ equipType: 1 }, { equipModelId: 11 }, { partType: 'bms' }, { versionName: '二' }]) {
    const { rows, total } = await admin.call(hardwareVersions.list, filter)
    expect([rows.length, total]).toEqual([1, 1])
    expect(rows[0]).toMatchObject({
      ...{ id, ...place, equipTypeName: '便携储能电源', partTypeName: '电池管理板' },
      ...{ versionName: '第二版', versionCode: 'B2', versionNote: '加粗铜排' },
    })
  }
  for (const filter of [{ equipType: 2 }, { equipModelId: 12 }, { partType: 'sc' }, { versionName: '%' }])
    expect((await admin.call(hardwareVersions.list, filter)).total).toBe(0)
  expect(await admin.ask(hardwareVersions.remove, { id })).toMatchObject({ code: 200, message: '删除成功!' })
  expect(await admin.ask(hardwareVersions.remove, { id })).toMatchObject({ code: 404 })
})

test('every rule has its sentence', async () => {
  const { data } = await admin.ask(hardwareVersions.create, {})
  const { errors } = data as { errors: { path: string; message: string }[] }
  expect(Object.fromEntries(errors.map(({ path, message }) => [path, message]))).toEqual({
    ...{ equipType: '设备类型不能为空', partType: '部件不能为空', equipModelId: '设备型号不能为空' },
    ...{ versionName: '版本名称不能为空', versionCode: '版本号不能为空' },
  })
  const refusals = [
    [{ versionName: '名'.repeat(21) }, '提交的内容有误：版本名称长度不能超过20个字符'],
    [{ versionCode: '1'.repeat(11) }, '提交的内容有误：版本号长度不能超过10个字符'],
    [{ versionName: '   ' }, '提交的内容有误：版本名称不能为空'],
    [{ equipType: 999 }, '设备类型不存在'],
    [{ equipModelId: 21 }, '设备型号不属于该设备类型'],
    [{ partType: 'ads' }, '设备部件不存在'],
  ] as const
  for (const [more, message] of refusals) expect(await create(more)).toMatchObject({ code: 422, message })
  expect(await create({ versionName: '名'.repeat(20), versionCode: '1'.repeat(10) })).toMatchObject({
    code: 200,
  })
})

test('a code and a name are given once a part of a model', async () => {
  await create({ versionName: '初版', versionCode: 'A1' })
  expect(await create({ versionName: '另一版', versionCode: 'A1' })).toMatchObject({ code: 409 })
  expect(await create({ versionName: '初版', versionCode: 'A2' })).toMatchObject({
    ...{ code: 409, message: '该部件已有版本 初版 / A2' },
  })
  expect(await create({ versionName: '初版', versionCode: 'A1', partType: 'sc' })).toMatchObject({
    code: 200,
  })
  expect(await create({ versionName: '初版', versionCode: 'A1', equipModelId: 12 })).toMatchObject({
    code: 200,
  })
})

test('a part that has gone since is shown without a name', async () => {
  const part = { equipTypeId: 1, code: 'lamp', name: '灯板', sort: 9 }
  await admin.call(catalogue.savePart, part)
  const id = idOf(await create({ partType: 'lamp' }))
  await admin.call(catalogue.removePart, part)
  const { rows } = await admin.call(hardwareVersions.list, { partType: 'lamp' })
  expect(rows).toMatchObject([{ id, partType: 'lamp', partTypeName: null }])
})

test('a model that has versions stays, and manufacturers do not write', async () => {
  const { id: equipModelId } = await admin.call(catalogue.saveModel, { equipTypeId: 1, name: '新型号' })
  const id = idOf(await create({ equipModelId }))
  expect(await admin.ask(catalogue.removeModel, { id: equipModelId })).toMatchObject({ code: 409 })
  const { id: organizationId } = await admin.call(organizations.create, { name: '硬件厂商', code: 'HARD' })
  const maker = await server.person({ organizationId })
  expect((await maker.call(hardwareVersions.list, { equipModelId })).total).toBe(1)
  expect(await maker.ask(hardwareVersions.remove, { id })).toMatchObject({ code: 403 })
  expect(
    await maker.ask(hardwareVersions.create, { ...place, versionName: 'x', versionCode: 'x' }),
  ).toMatchObject({
    code: 403,
  })
  await admin.call(hardwareVersions.remove, { id })
  const changes = await query(
    server.urls.system,
    `select from audit_changes where object = 'hardware_versions' and object_id = $1`,
    [String(id)],
  )
  expect(changes).toHaveLength(2)
})
