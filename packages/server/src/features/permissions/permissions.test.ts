import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { devices } from '@wattkeeper/contracts/api/devices'
import { type UserAuthority, permissions } from '@wattkeeper/contracts/api/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

type Entities = UserAuthority['authorityEntities']

let server: TestServer
let admin: Person
let ours: number
let theirs: number
/** Operators: two of ours, one of theirs. */
let operators: number[]
const manufacturerAdmin = 3
const viewer = 4

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  const { system } = server.database
  const made = await system
    .insertInto('organizations')
    .values(['OURS', 'THEM'].map((code) => ({ parentId: 1, name: code, code })))
    .returning('id')
    .execute()
  ours = made[0]?.id ?? 0
  theirs = made[1]?.id ?? 0
  const owners = [ours, ours, theirs]
  const inserted = await system
    .insertInto('operators')
    .values(
      owners.map((organizationId, index) => ({
        organizationId,
        name: `运营商${index}`,
        code: `OP${'ABC'[index] ?? ''}`,
      })),
    )
    .returning('id')
    .execute()
  operators = inserted.map(({ id }) => id)
  for (const [operator, organizationId] of owners.entries())
    for (const regionCode of ['440305', '110105'])
      await system
        .insertInto('devices')
        .values({
          code: `D${operator}${regionCode}`,
          secretHash: Buffer.alloc(0),
          secretSalt: Buffer.alloc(0),
          equipTypeId: 1,
          equipModelId: 11,
          organizationId,
          operatorId: operators[operator] ?? 0,
          regionCode,
        })
        .execute()
})
afterAll(() => server.stop())

const viewerOfOurs = () => server.person({ organizationId: ours, roleIds: [viewer] })
const save = (by: Person, userId: number, authorityEntities: Entities) =>
  by.ask(permissions.update, { userId, authorityEntities })
const operator = (index: number) => operators[index] ?? 0
const seen = async (person: Person) =>
  (await person.call(devices.list, { pageSize: 100 })).rows.map(({ code }) => code).sort()

test('operators, types and regions narrow at once, on every door, and reset gives everything back', async () => {
  const person = await viewerOfOurs()
  expect(await seen(person)).toHaveLength(4)
  await admin.call(permissions.update, {
    userId: person.userId,
    authorityEntities: [
      { authorityType: 'as given', type: 'O', value: [operator(0)] },
      { type: 'R', value: ['440000'] },
    ],
  })
  expect(await seen(person)).toEqual(['D0440305'])
  expect(await person.call(dashboard.counts)).toMatchObject({ offlineCount: 1 })
  expect(await admin.call(permissions.find, { userId: person.userId })).toEqual({
    userId: person.userId,
    authorityEntities: [
      { authorityType: 'as given', type: 'O', value: [operator(0)] },
      { authorityType: null, type: 'R', value: ['440000'] },
    ],
  })
  await admin.call(permissions.update, {
    userId: person.userId,
    authorityEntities: [{ type: 'ET', value: ['2'] }],
  })
  expect(await seen(person)).toEqual([])
  await admin.call(permissions.remove, { userId: person.userId })
  expect(await seen(person)).toHaveLength(4)
})

test('at least one of the three must be chosen, and three regions at most', async () => {
  const { userId } = await viewerOfOurs()
  const nothing = { code: 422, message: '设备类型、运营商、地区至少选1个' }
  expect(await save(admin, userId, [])).toMatchObject(nothing)
  expect(await save(admin, userId, [{ type: 'O', value: [] }])).toMatchObject(nothing)
  const regions = ['110000', '120000', '130000', '140000']
  expect(await save(admin, userId, [{ type: 'R', value: regions }])).toMatchObject({
    code: 422,
    message: '地区最多选择3个',
  })
  const twice: Entities = [
    { type: 'O', value: [operator(0)] },
    { type: 'O', value: [operator(1)] },
  ]
  expect(await save(admin, userId, twice)).toMatchObject({ code: 422 })
})

test('values must exist, and operators belong to the user’s manufacturer', async () => {
  const { userId } = await viewerOfOurs()
  for (const wrong of [
    { type: 'O', value: [999_999] },
    { type: 'O', value: ['x; drop table users'] },
    { type: 'ET', value: [77] },
    { type: 'R', value: ['000000'] },
    { type: 'O', value: [operator(2)] },
  ] satisfies Entities)
    expect(await save(admin, userId, [wrong])).toMatchObject({ code: 422 })
})

test('the granter cannot name what they do not see, nor give more than they have', async () => {
  const traits = { organizationId: ours, roleIds: [manufacturerAdmin] }
  const boss = await server.person(traits)
  const { userId } = await viewerOfOurs()
  expect(await save(boss, userId, [{ type: 'O', value: [operator(2)] }])).toMatchObject({ code: 422 })
  const narrow = await server.person({ ...traits, narrowing: { R: ['440000'] } })
  const inherited = await server.person({
    organizationId: ours,
    roleIds: [viewer],
    narrowing: { R: ['440305'] },
  })
  expect(await save(narrow, inherited.userId, [{ type: 'R', value: ['110000'] }])).toMatchObject({
    code: 403,
  })
  expect(await save(narrow, inherited.userId, [{ type: 'O', value: [operator(0)] }])).toMatchObject({
    code: 403,
  })
  expect(await narrow.ask(permissions.remove, { userId: inherited.userId })).toMatchObject({ code: 403 })
  expect(await save(narrow, inherited.userId, [{ type: 'R', value: ['440300'] }])).toMatchObject({
    code: 200,
  })
  expect(await narrow.ask(permissions.remove, { userId: narrow.userId })).toMatchObject({ code: 403 })
})

test('the preview says how many devices of how many a choice leaves', async () => {
  const { userId } = await viewerOfOurs()
  const preview = (authorityEntities: Entities) =>
    admin.call(permissions.preview, { userId, authorityEntities })
  expect(await preview([])).toEqual({ sees: 4, of: 4 })
  expect(await preview([{ type: 'R', value: ['110000'] }])).toEqual({ sees: 2, of: 4 })
  expect(
    await preview([
      { type: 'R', value: ['110000'] },
      { type: 'O', value: [operator(0)] },
    ]),
  ).toEqual({ sees: 1, of: 4 })
  expect(await preview([{ type: 'R', value: ['all'] }])).toEqual({ sees: 4, of: 4 })
  const staff = await server.person({ roleIds: [2] })
  const ofStaff = { userId: staff.userId, authorityEntities: [{ type: 'O' as const, value: [operator(2)] }] }
  expect(await admin.call(permissions.preview, ofStaff)).toEqual({ sees: 2, of: 6 })
})
