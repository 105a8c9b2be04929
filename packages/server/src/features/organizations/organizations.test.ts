import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { deviceTypes, dictionary, regions } from '@wattkeeper/contracts/api/reference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let staff: Person

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.person()
})
afterAll(() => server.stop())

const page = { pageNum: 1, pageSize: 10 }

test('a manufacturer is made, found, renamed, and its code is taken', async () => {
  const { id } = await staff.call(organizations.create, { name: '甲厂', code: 'JIA', phone: '13800138000' })
  expect(await staff.ask(organizations.create, { name: '又一个', code: 'JIA' })).toMatchObject({
    code: 409,
    message: '厂商编码 JIA 已被使用',
  })
  await staff.call(organizations.rename, { id, name: '甲厂（新）' })
  const found = await staff.call(organizations.list, { ...page, name: '甲厂', code: 'ji' })
  const { userName } = await server.database.system
    .selectFrom('users')
    .select('userName')
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  expect(found).toMatchObject({
    total: 1,
    rows: [{ id, name: '甲厂（新）', updateBy: userName, version: 2 }],
  })
  const audited = await server.database.system
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'organizations.rename')
    .execute()
  expect(audited).toHaveLength(1)
  expect(await staff.ask(organizations.rename, { id: 1, name: '平台' })).toMatchObject({ code: 404 })
})

test('the specified words answer a wrong code or phone', async () => {
  const { code, data } = await staff.ask(organizations.create, { name: '', code: 'ABCDE', phone: '123' })
  expect(code).toBe(422)
  expect(data).toEqual({
    errors: [
      { path: 'name', message: '请输入厂商名称' },
      { path: 'code', message: '厂商编码只能为英文字母并且长度不能超过4个字符' },
      { path: 'phone', message: '请输入11位正确的手机号' },
    ],
  })
})

test('the tree of platform staff begins at the platform, a manufacturer’s user sees that one alone', async () => {
  const { id } = await staff.call(organizations.create, { name: '乙厂', code: 'YI' })
  const [root] = await staff.call(organizations.tree)
  expect(root?.children.map((node) => node.id)).toContain(id)
  const maker = await server.person({ organizationId: id, roleIds: [3] })
  expect(await maker.call(organizations.tree)).toEqual([{ id, name: '乙厂', children: [] }])
  expect(await maker.call(organizations.choices)).toEqual([{ id, name: '乙厂', code: 'YI' }])
})

test('an operator is made, changed and deleted; stale, taken and foreign are told apart', async () => {
  const { id: ours } = await staff.call(organizations.create, { name: '丙厂', code: 'BING' })
  const { id: theirs } = await staff.call(organizations.create, { name: '丁厂', code: 'DING' })
  const maker = await server.person({ organizationId: ours, roleIds: [3] })
  const { id } = await maker.call(operators.create, { name: '运营', code: 'OPA', organizationId: ours })
  expect(
    await maker.ask(operators.create, { name: '他厂', code: 'OPB', organizationId: theirs }),
  ).toMatchObject({ code: 422, message: '厂商不存在' })
  await staff.call(operators.create, { name: '他厂', code: 'OPB', organizationId: theirs })
  expect(await maker.ask(operators.update, { id, name: '运营', code: 'OPB' })).toMatchObject({ code: 409 })
  await maker.call(operators.update, { id, name: '运营二', code: 'OPA', version: 1 })
  expect(await maker.ask(operators.update, { id, name: '三', code: 'OPA', version: 1 })).toMatchObject({
    code: 409,
    message: '数据已被他人修改，请刷新后重试',
  })
  expect(await maker.call(operators.list, { ...page, name: '营' })).toMatchObject({
    total: 1,
    rows: [{ id, name: '运营二', organizationName: '丙厂', version: 2 }],
  })
  expect(await staff.call(operators.choices, { organId: theirs })).toMatchObject([{ code: 'OPB' }])
  await maker.call(operators.remove, { id })
  expect(await maker.ask(operators.remove, { id })).toMatchObject({ code: 404 })
})

test('the specified words answer a wrong operator', async () => {
  const { data } = await staff.ask(operators.create, { name: '', code: '' })
  expect(data).toEqual({
    errors: expect.arrayContaining([
      { path: 'name', message: '请输入运营商名称' },
      { path: 'code', message: '运营商编码不能为空' },
      { path: 'organizationId', message: '请选择厂商' },
    ]) as unknown,
  })
  expect(await staff.ask(operators.create, { name: 'a', code: 'abc', organizationId: 1 })).toMatchObject({
    data: { errors: [{ path: 'code', message: '运营商编码为1-4位大写英文字母' }] },
  })
})

test('the region tree has four roots and goes down to districts', async () => {
  const tree = await staff.call(regions.tree)
  expect(tree.map(({ code }) => code)).toEqual(['86', '01', '49', 'all'])
  const district = tree[0]?.childrens?.[0]?.childrens?.[0]?.childrens?.[0]
  expect(district).toMatchObject({ code: '110101', name: '东城区' })
  const english = await server.as(staff.token, 'en').call(regions.tree)
  expect(english[2]?.name).toBe('Europe')
})

test('types carry their models and parts; enumerations their labels', async () => {
  const types = await staff.call(deviceTypes.all)
  expect(types[0]).toMatchObject({ id: 1, equipModels: [{ id: 11 }, { id: 12 }, { id: 13 }] })
  expect(types[0]?.partTypes.map(({ code }) => code)).toEqual(['wifi', 'sc', 'bms', 'mppt', 'pcs'])
  expect(
    (await staff.call(deviceTypes.models, { equipTypeId: 3 })).every((model) => model.equipTypeId === 3),
  ).toBe(true)
  expect((await staff.call(deviceTypes.parts, { equipTypeId: 4 })).map(({ code }) => code)).toEqual(['bms'])
  expect(await staff.call(deviceTypes.boards)).toHaveLength(17)
  const lists = await server
    .as(staff.token, 'en')
    .call(dictionary.enumerations, { types: ['IS_ONLINE', 'NONE'] })
  expect(lists).toEqual({
    IS_ONLINE: [
      { code: '0', label: 'Offline' },
      { code: '1', label: 'Online' },
    ],
    NONE: [],
  })
})
