import { menus } from '@wattkeeper/contracts/api/menus'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { roles } from '@wattkeeper/contracts/api/roles'
import { session } from '@wattkeeper/contracts/api/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

// menu rows of the seed
const [operatorPage, operatorEdit, organizationGroup, rolePages] = [520, 521, 500, [620, 621]]
const role = (code: string, menuIds: number[] = [operatorPage]) => ({ name: `角色${code}`, code, menuIds })
const find = async (name: string) => (await admin.call(roles.list, { name })).rows[0]

test('a role needs a name and a code, each of its own', async () => {
  const { data } = await admin.ask(roles.create, { name: '', code: ' ' })
  expect(data).toEqual({
    errors: [
      { path: 'name', message: '请输入角色名称' },
      { path: 'code', message: '请输入角色编码' },
    ],
  })
  await admin.call(roles.create, role('ONE'))
  expect(await admin.ask(roles.create, role('ONE'))).toMatchObject({
    code: 409,
    message: '角色名称 角色ONE 已被使用',
  })
  expect(await admin.ask(roles.create, { ...role('ONE'), name: '又一个' })).toMatchObject({ code: 409 })
  expect(await admin.ask(roles.create, role('TWO', [9_999_999]))).toMatchObject({ code: 422 })
})

test('pages bring their groups along, and what is taken away is gone at the next request', async () => {
  const { id } = await admin.call(roles.create, role('PAGES'))
  expect((await find('PAGES'))?.menuIds).toEqual([organizationGroup, operatorPage])
  const person = await server.person({ roleIds: [id] })
  expect(await person.ask(operators.list)).toMatchObject({ code: 200 })
  expect(await person.ask(organizations.list)).toMatchObject({ code: 403 })
  expect((await person.call(session.profile)).tree).toMatchObject([{ children: [{ id: operatorPage }] }])
  await admin.call(roles.update, { id, ...role('PAGES', [operatorEdit]) })
  expect(await person.ask(operators.list)).toMatchObject({ code: 403 })
  await admin.call(roles.update, { id, name: '角色PAGES', code: 'PAGES' })
  expect((await find('PAGES'))?.menuIds).toEqual([organizationGroup, operatorEdit])
})

test('a role that somebody has is not deleted, and says who has it', async () => {
  const { id } = await admin.call(roles.create, role('HELD'))
  const person = await server.person({ roleIds: [id] })
  const { userName } = await person.call(session.profile)
  expect(await admin.ask(roles.remove, { id })).toMatchObject({
    code: 409,
    message: `角色 角色HELD 仍被 ${userName} 使用（共 1 人），不能删除`,
  })
  expect(await find('HELD')).toMatchObject({ userCount: 1 })
  await server.database.system.deleteFrom('userRoles').where('roleId', '=', id).execute()
  await admin.call(roles.remove, { id })
  expect(await admin.ask(roles.remove, { id })).toMatchObject({ code: 404 })
})

test('SYSTEM is neither edited nor deleted, nor offered for assignment', async () => {
  expect(await admin.ask(roles.update, { id: 1, ...role('SYS') })).toMatchObject({ code: 403 })
  expect(await admin.ask(roles.remove, { id: 1 })).toMatchObject({ code: 403 })
  const choices = await admin.call(roles.choices)
  expect(choices.find(({ id }) => id === 1)).toMatchObject({ code: 'SYSTEM', isAssignable: false })
  expect(choices.find(({ id }) => id === 4)).toMatchObject({ isAssignable: true })
})

test('of two who edit one role the second is told, and of an edit and a deletion one', async () => {
  const { id } = await admin.call(roles.create, role('BOTH'))
  const { version = 0 } = (await find('BOTH')) ?? {}
  const other = await server.person()
  const answers = await Promise.all(
    [admin, other].map((person, index) =>
      person.ask(roles.update, { id, version, ...role('BOTH', [index === 0 ? operatorPage : operatorEdit]) }),
    ),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  const winner = answers[0]?.code === 200 ? operatorPage : operatorEdit
  expect((await find('BOTH'))?.menuIds).toEqual([organizationGroup, winner])
  const race = await Promise.all([
    admin.ask(roles.update, { id, ...role('BOTH') }),
    other.ask(roles.remove, { id }),
  ])
  expect(race[1].code).toBe(200)
  expect([200, 404]).toContain(race[0].code)
  expect(await find('BOTH')).toBeUndefined()
})

test('nobody but the platform writes roles and menus, whatever pages they hold', async () => {
  const { id } = await admin.call(roles.create, role('KEYS', [...rolePages, operatorPage, 630, 631]))
  const { id: organizationId } = await server.database.system
    .insertInto('organizations')
    .values({ parentId: 1, name: '厂商', code: 'ROLE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const outsider = await server.person({ organizationId, roleIds: [id] })
  expect(await outsider.ask(roles.create, role('MINE'))).toMatchObject({ code: 403 })
  expect(await outsider.ask(menus.remove, { id: 670 })).toMatchObject({ code: 403 })
  const insider = await server.person({ roleIds: [id] })
  expect(await insider.ask(roles.create, role('MORE', [operatorEdit]))).toMatchObject({
    code: 403,
    message: '运营商维护权限 超出您自己的权限，不能授予',
  })
  expect(await insider.ask(roles.update, { id: 2, ...role('GRAB') })).toMatchObject({ code: 403 })
  expect(await insider.ask(roles.setSecondFactor, { id: 1, isRequired: true })).toMatchObject({ code: 403 })
  expect(await insider.ask(roles.create, role('LESS'))).toMatchObject({ code: 200 })
})
