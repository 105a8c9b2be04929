import { type MenuNode, type NewMenu, menus } from '@wattkeeper/contracts/api/menus'
import { session } from '@wattkeeper/contracts/api/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ frameOrigins: ['https://maps.example.com'] })
  admin = await server.person()
})
afterAll(() => server.stop())

// rows of the seed
const [homePage, organizationGroup, manufacturerPage, menuScreen] = [100, 500, 510, 630]
let made = 0
const form = (traits: Partial<NewMenu> = {}): NewMenu => {
  made += 1
  return {
    parentId: organizationGroup,
    name: `菜单${made}`,
    type: 'C',
    openType: 0,
    path: `/made/${made}`,
    url: 'organization/operator',
    orderNum: 50,
    remark: `Made${made}`,
    ...traits,
  }
}
const create = (traits: Partial<NewMenu>) => admin.ask(menus.create, form(traits))
const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])
const row = async (id: number) => {
  const found = flat(await admin.call(menus.tree)).find((node) => node.id === id)
  if (!found) throw new Error(`no menu ${id}`)
  return found
}

test('a menu names what is missing', async () => {
  const { data } = await admin.ask(menus.create, { name: '', path: '', remark: '' })
  expect((data as { errors: { path: string; message: string }[] }).errors).toEqual(
    expect.arrayContaining([
      { path: 'name', message: '请输入菜单名称' },
      { path: 'type', message: '请选择菜单类型' },
      { path: 'openType', message: '请选择打开方式' },
      { path: 'path', message: '请输入路由路径' },
      { path: 'remark', message: '请输入路由名称' },
    ]),
  )
})

test('a text finds rows with all above them', async () => {
  const tree = await admin.call(menus.tree, { name: '厂商维护' })
  expect(tree).toMatchObject([{ id: organizationGroup, children: [{ name: '厂商维护权限' }] }])
  expect(flat(tree)).toHaveLength(2)
})

test('wrong nesting is refused: cycles, groups below, pages below pages', async () => {
  const group = await row(organizationGroup)
  expect(await admin.ask(menus.update, { ...group, parentId: organizationGroup })).toMatchObject({
    code: 422,
    message: '上级菜单不能是自己或自己的下级',
  })
  expect(await admin.ask(menus.update, { ...group, parentId: manufacturerPage })).toMatchObject({ code: 422 })
  expect(await create({ type: 'M' })).toMatchObject({ code: 422, message: '目录只能位于顶级' })
  expect(await create({ parentId: manufacturerPage })).toMatchObject({
    code: 422,
    message: '页面下不能再有页面',
  })
  expect(await create({ parentId: 999_999 })).toMatchObject({ code: 422 })
  expect(await admin.ask(menus.update, { ...group, type: 'C', url: 'dashboard' })).toMatchObject({
    code: 422,
  })
})

test('a group has no page, a page one that the program has, and paths are not shared', async () => {
  const { id } = await admin.call(menus.create, form({ parentId: 0, type: 'M', url: 'anything' }))
  expect(await row(id)).toMatchObject({ url: null, parentId: 0 })
  expect(await create({ parentId: 0, type: 'M', openType: 1 })).toMatchObject({ code: 422 })
  expect(await create({ url: 'no/such/page' })).toMatchObject({
    code: 422,
    message: '组件地址 no/such/page 不存在',
  })
  expect(await create({ url: 'constructor' })).toMatchObject({ code: 422 })
  expect(await create({ path: '/organization/operator' })).toMatchObject({
    code: 409,
    message: '路由路径 /organization/operator 已被 运营商管理 使用',
  })
})

test('an external page stands at /iframe, and in the frame only where its origin is allowed', async () => {
  expect(await create({ openType: 1, url: 'javascript:alert(1)' })).toMatchObject({ code: 422 })
  const link = (url: string) => admin.call(menus.create, form({ openType: 1, url }))
  const [allowed, other] = [
    await link('https://maps.example.com/x'),
    await link('https://maps.example.com.evil/'),
  ]
  expect(await row(allowed.id)).toMatchObject({ path: '/iframe', openType: 1 })
  const { resultVOS } = await admin.call(session.profile)
  const isFramed = (id: number) => resultVOS.find((item) => item.id === id)?.isFramed
  expect([isFramed(allowed.id), isFramed(other.id), isFramed(homePage)]).toEqual([true, false, false])
  const { headers } = await server.app.inject({ url: '/healthz' })
  expect(headers['content-security-policy']).toContain("frame-src 'self' https://maps.example.com;")
})

test('the last way to the menu screen stays', async () => {
  const last = await row(menuScreen)
  const refused = { code: 409, message: '这是进入菜单管理的最后一个入口，不能删除或改作他用' }
  expect(await admin.ask(menus.remove, { id: menuScreen })).toMatchObject(refused)
  expect(await admin.ask(menus.update, { ...last, url: 'dashboard' })).toMatchObject(refused)
  expect(await admin.ask(menus.update, { ...last, openType: 1, url: 'https://x.example' })).toMatchObject(
    refused,
  )
  expect(await admin.ask(menus.update, { ...last, name: '菜单' })).toMatchObject({ code: 200 })
  const second = await admin.call(menus.create, form({ type: last.type, url: 'system/menu' }))
  expect(await admin.ask(menus.remove, { id: menuScreen })).toMatchObject({ code: 200 })
  expect(await admin.ask(menus.remove, { id: second.id })).toMatchObject(refused)
})

test('what others refer to is not deleted: rows below, roles', async () => {
  expect(await admin.ask(menus.remove, { id: organizationGroup })).toMatchObject({ code: 409 })
  expect(await admin.ask(menus.remove, { id: manufacturerPage })).toMatchObject({
    code: 409,
    message: '菜单 厂商管理 仍被角色 平台运营 使用，不能删除',
  })
  const { id } = await admin.call(menus.create, form())
  expect(await admin.ask(menus.remove, { id })).toMatchObject({ code: 200, message: '删除成功!' })
  expect(await admin.ask(menus.remove, { id })).toMatchObject({ code: 404 })
})

test('a stale edit is a conflict, and an English name goes with the name it translates', async () => {
  const page = await row(manufacturerPage)
  expect(await admin.ask(menus.update, { ...page, version: 99 })).toMatchObject({ code: 409 })
  const { nameEn: _, ...rest } = page
  await admin.call(menus.update, { ...rest, orderNum: 7 })
  expect(await row(manufacturerPage)).toMatchObject({ nameEn: 'Manufacturers', orderNum: 7 })
  const { version } = await row(manufacturerPage)
  await admin.call(menus.update, { ...rest, version, name: '厂家' })
  expect(await row(manufacturerPage)).toMatchObject({ name: '厂家', nameEn: null })
})

test('nobody opens up a page that is not theirs', async () => {
  const { system } = server.database
  const { id: roleId } = await system
    .insertInto('roles')
    .values({ name: '菜单员', code: 'MENU_KEEPER' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await system.insertInto('roleMenus').values({ roleId, menuId: 631 }).execute()
  const keeper = await server.person({ roleIds: [roleId] })
  expect(await keeper.ask(menus.create, form())).toMatchObject({ code: 403 })
  const own = await row(631)
  expect(await keeper.ask(menus.update, { ...own, url: 'system/user/edit' })).toMatchObject({ code: 403 })
  expect(await keeper.ask(menus.update, { ...own, name: '维护菜单' })).toMatchObject({ code: 200 })
})
