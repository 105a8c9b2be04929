import { deviceTypeCatalogue as catalogue } from '@wattkeeper/contracts/api/device-types'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

test('a new type with model, part and board needs no developer', async () => {
  const { id: equipTypeId } = await admin.call(catalogue.saveType, {
    name: '储能柜',
    code: 'CABIN',
    nameEn: 'Cabin',
  })
  await admin.call(catalogue.savePart, { equipTypeId, code: 'ems', name: '能量管理板', sort: 1 })
  await admin.call(catalogue.savePart, { equipTypeId, code: 'bms', name: '电池管理板', sort: 2 })
  const { id: pcbId } = await admin.call(catalogue.saveBoard, {
    equipTypeId,
    partType: 'ems',
    pcbCode: 'C-EMS-01',
    pcbName: '能量管理板',
    applyTo: 'C100',
  })
  const { id } = await admin.call(catalogue.saveModel, {
    equipTypeId,
    name: '储能柜 C100',
    partTypes: ['ems'],
  })
  await admin.call(catalogue.updateModelPart, { equipModelId: id, partType: 'ems', pcbId })
  expect(await admin.call(catalogue.findModel, { id })).toMatchObject({
    name: '储能柜 C100',
    equipTypeName: '储能柜',
    hasOwnParts: true,
    isBuiltIn: false,
    parts: [{ partType: 'ems', pcbCode: 'C-EMS-01' }],
  })
  const all = await admin.call(deviceTypes.all)
  expect(all.find((type) => type.id === equipTypeId)).toMatchObject({
    equipModels: [{ id, name: '储能柜 C100' }],
    partTypes: [{ code: 'ems' }, { code: 'bms' }],
  })
  expect(await admin.ask(catalogue.removeBoard, { id: pcbId })).toMatchObject({
    code: 409,
    message: 'C-EMS-01 仍被使用，不能修改归属或删除：1 个型号'.replace('C-EMS-01', '能量管理板'),
  })
  expect(await admin.ask(catalogue.removePart, { equipTypeId, code: 'ems' })).toMatchObject({ code: 409 })
  expect((await admin.ask(catalogue.removeType, { id: equipTypeId })).message).toContain(
    '1 个型号、2 个部件、1 块板卡',
  )
  await admin.call(catalogue.removeModel, { id })
  await admin.call(catalogue.removeBoard, { id: pcbId })
  for (const code of ['ems', 'bms']) await admin.call(catalogue.removePart, { equipTypeId, code })
  expect(await admin.ask(catalogue.removeType, { id: equipTypeId })).toMatchObject({
    code: 200,
    message: '删除成功!',
  })
})

test('a model has all parts of its type until it has its own', async () => {
  const { id } = await admin.call(catalogue.saveModel, { equipTypeId: 1, name: '便携电源 P300' })
  const parts = async () =>
    (await admin.call(catalogue.findModel, { id })).parts.map(({ partType }) => partType)
  expect(await parts()).toEqual(['wifi', 'sc', 'bms', 'mppt', 'pcs'])
  const part = (partType: string) => ({ equipModelId: id, partType })
  expect(await admin.ask(catalogue.addModelPart, part('mppt'))).toMatchObject({ code: 409 })
  await admin.call(catalogue.removeModelPart, part('mppt'))
  expect(await parts()).toEqual(['wifi', 'sc', 'bms', 'pcs'])
  await admin.call(catalogue.addModelPart, part('mppt'))
  expect(await parts()).toContain('mppt')
  expect(await admin.ask(catalogue.addModelPart, part('nope'))).toMatchObject({ code: 422 })
  expect(await admin.ask(catalogue.updateModelPart, { ...part('sc'), pcbId: 11 })).toMatchObject({
    code: 422,
    message: '板卡不存在或不属于该部件',
  })
  await admin.call(catalogue.saveModel, { id, equipTypeId: 1, name: '便携电源 P300', partTypes: ['bms'] })
  expect(await admin.ask(catalogue.removeModelPart, part('bms'))).toMatchObject({ code: 409 })
})

test('a model that devices are of is not deleted, and says how many', async () => {
  const { system } = server.database
  const { id } = await admin.call(catalogue.saveModel, { equipTypeId: 4, name: '测试电池' })
  const { id: organizationId } = await system
    .insertInto('organizations')
    .values({ parentId: 1, name: '厂商', code: 'TYPE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: operatorId } = await system
    .insertInto('operators')
    .values({ organizationId, name: '运营商', code: 'TYPE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const none = Buffer.alloc(0)
  await system
    .insertInto('devices')
    .values({
      code: 'B1',
      secretHash: none,
      secretSalt: none,
      equipTypeId: 4,
      equipModelId: id,
      organizationId,
      operatorId,
    })
    .execute()
  expect(await admin.ask(catalogue.removeModel, { id })).toMatchObject({
    code: 409,
    message: '测试电池 仍被使用，不能修改归属或删除：1 台设备',
  })
  expect(await admin.ask(catalogue.saveModel, { id, equipTypeId: 1, name: '测试电池' })).toMatchObject({
    code: 409,
  })
  expect((await admin.call(catalogue.listModels, { name: '测试' })).rows).toMatchObject([
    { id, deviceCount: 1 },
  ])
})

test('what came with the product stays as it came; names and codes come once; stale edits are conflicts', async () => {
  expect(await admin.ask(catalogue.saveModel, { id: 11, equipTypeId: 1, name: '改' })).toMatchObject({
    code: 409,
  })
  expect(await admin.ask(catalogue.removeModel, { id: 11 })).toMatchObject({ code: 409 })
  expect(await admin.ask(catalogue.removeBoard, { id: 11 })).toMatchObject({ code: 409 })
  expect(await admin.ask(catalogue.removePart, { equipTypeId: 1, code: 'sc' })).toMatchObject({ code: 409 })
  expect(await admin.ask(catalogue.saveModel, { equipTypeId: 1, name: '便携电源 P600' })).toMatchObject({
    code: 409,
    message: '名称 便携电源 P600 已被使用',
  })
  const board = { equipTypeId: 1, partType: 'sc', pcbName: '板', applyTo: '全部' }
  expect(await admin.ask(catalogue.saveBoard, { ...board, pcbCode: 'P-SC-01' })).toMatchObject({ code: 409 })
  const { id } = await admin.call(catalogue.saveBoard, { ...board, pcbCode: 'P-SC-99' })
  expect((await admin.call(catalogue.listBoards, { pcbCode: 'sc-99' })).rows).toMatchObject([
    { id, version: 1 },
  ])
  await admin.call(catalogue.saveBoard, { ...board, id, pcbCode: 'P-SC-98', version: 1 })
  expect(
    await admin.ask(catalogue.saveBoard, { ...board, id, pcbCode: 'P-SC-97', version: 1 }),
  ).toMatchObject({ code: 409 })
  expect(await admin.call(catalogue.findBoard, { id })).toMatchObject({
    pcbCode: 'P-SC-98',
    isBuiltIn: false,
  })
  expect(
    (await admin.ask(catalogue.saveBoard, { pcbCode: '', pcbName: '', applyTo: '' })).data,
  ).toMatchObject({
    errors: expect.arrayContaining([{ path: 'pcbCode', message: '板卡编号不能为空' }]) as unknown,
  })
})

test('a list of types tells under both names what came with the product and what people added', async () => {
  await admin.call(catalogue.savePart, {
    equipTypeId: 2,
    code: 'meter',
    name: '电表',
    nameEn: 'Meter',
    sort: 99,
  })
  const english = server.as(admin.token, 'en')
  const types = await english.call(catalogue.listTypes)
  expect(types.find(({ id }) => id === 2)).toMatchObject({
    isBuiltIn: true,
    nameEn: expect.any(String) as string,
  })
  const parts = types.find(({ id }) => id === 2)?.parts ?? []
  expect(parts.at(-1)).toEqual({ code: 'meter', name: '电表', nameEn: 'Meter', sort: 99, isBuiltIn: false })
  expect(parts.slice(0, -1).every(({ isBuiltIn }) => isBuiltIn)).toBe(true)
  const { id } = await admin.call(catalogue.saveType, { name: '储能站', code: 'STATION' })
  const change = { id, version: 1, name: '储能电站', code: 'STATION' }
  await admin.call(catalogue.saveType, change)
  expect(await admin.ask(catalogue.saveType, change)).toMatchObject({
    code: 409,
    message: '数据已被他人修改，请刷新后重试',
  })
})
