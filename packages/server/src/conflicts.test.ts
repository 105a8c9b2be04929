import { deviceTypeCatalogue as catalogue } from '@wattkeeper/contracts/api/device-types'
import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { menus } from '@wattkeeper/contracts/api/menus'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { roles } from '@wattkeeper/contracts/api/roles'
import { users } from '@wattkeeper/contracts/api/users'
import type { Route } from '@wattkeeper/contracts/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer
let admin: Person
let other: Person
let organizationId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  other = await server.person()
  const made = await admin.call(organizations.create, { name: '厂商', code: 'CONF' })
  organizationId = made.id
})
afterAll(() => server.stop())

type Table = 'roles' | 'users' | 'menus' | 'dictionary' | 'operators' | 'organizations' | CatalogueTable
type CatalogueTable = 'equipModels' | 'equipTypes' | 'pcbs'

/** What two administrators may edit at once: how it is made, changed and taken away, and its two faces. */
interface Shared {
  readonly table: Table
  readonly create: Route
  readonly update: Route
  readonly remove?: Route
  readonly made: (mark: string) => Readonly<Record<string, unknown>>
  /** Rows that belong to the first face, or the second, and to both never. */
  readonly change: (mark: string, face: 'A' | 'B') => Readonly<Record<string, unknown>>
}

const [homePage, operatorPage] = [100, 520]
const person = { phone: '13800000000', type: '1', loginName: '' }
const menu = { parentId: 500, type: 'C', openType: 0, orderNum: 1, url: 'dashboard' }
const alarm = { type: 'ALARM', note: '测试', analysisType: 'BIT' }
const shared: Readonly<Record<string, Shared>> = {
  role: {
    table: 'roles',
    create: roles.create,
    update: roles.update,
    remove: roles.remove,
    made: (mark) => ({ name: mark, code: mark, menuIds: [] }),
    change: (mark, face) => ({
      ...{ name: `${mark}${face}`, code: mark, remark: face },
      menuIds: [face === 'A' ? homePage : operatorPage],
    }),
  },
  user: {
    table: 'users',
    create: users.create,
    update: users.update,
    remove: users.remove,
    made: (mark) => ({ ...person, userName: mark, loginName: mark, password: 'First-pass1', roleIds: [2] }),
    change: (mark, face) => ({
      ...{ ...person, loginName: mark, userName: `${mark}${face}` },
      roleIds: face === 'A' ? [3] : [4],
    }),
  },
  menu: {
    table: 'menus',
    create: menus.create,
    update: menus.update,
    remove: menus.remove,
    made: (mark) => ({ ...menu, name: mark, path: `/${mark}`, remark: mark }),
    change: (mark, face) => ({ ...menu, name: `${mark}${face}`, path: `/${mark}`, remark: face }),
  },
  'entry of the dictionary': {
    table: 'dictionary',
    create: dictionaryEntries.create,
    update: dictionaryEntries.update,
    remove: dictionaryEntries.remove,
    made: (mark) => ({ ...alarm, code: mark, name: mark, alarmLevel: 1 }),
    change: (mark, face) => ({
      ...alarm,
      code: mark,
      name: `${mark}${face}`,
      alarmLevel: face === 'A' ? 2 : 3,
    }),
  },
  operator: {
    table: 'operators',
    create: operators.create,
    update: operators.update,
    remove: operators.remove,
    made: (mark) => ({ name: mark, code: letters(mark), organizationId }),
    change: (mark, face) => ({ name: `${mark}${face}`, code: letters(mark) }),
  },
  manufacturer: {
    table: 'organizations',
    create: organizations.create,
    update: organizations.rename,
    made: (mark) => ({ name: mark, code: letters(mark) }),
    change: (mark, face) => ({ name: `${mark}${face}` }),
  },
  model: {
    table: 'equipModels',
    create: catalogue.saveModel,
    update: catalogue.saveModel,
    remove: catalogue.removeModel,
    made: (mark) => ({ equipTypeId: 1, name: mark, partTypes: ['bms'] }),
    change: (mark, face) => ({
      ...{ equipTypeId: 1, name: `${mark}${face}` },
      partTypes: face === 'A' ? ['sc'] : ['pcs', 'bms'],
    }),
  },
  'device type': {
    table: 'equipTypes',
    create: catalogue.saveType,
    update: catalogue.saveType,
    remove: catalogue.removeType,
    made: (mark) => ({ name: mark, code: mark }),
    change: (mark, face) => ({ name: `${mark}${face}`, code: mark }),
  },
  board: {
    table: 'pcbs',
    create: catalogue.saveBoard,
    update: catalogue.saveBoard,
    remove: catalogue.removeBoard,
    made: (mark) => ({ equipTypeId: 1, partType: 'sc', pcbCode: mark, pcbName: mark, applyTo: mark }),
    change: (mark, face) => ({
      ...{ equipTypeId: 1, partType: 'sc', pcbCode: mark },
      ...{ pcbName: `${mark}${face}`, applyTo: face },
    }),
  },
}

/** Codes of manufacturers and operators are one to four capital letters. */
const letters = (mark: string) => mark.replace(/\d/g, (digit) => String.fromCharCode(65 + Number(digit)))
let marks = 0
const nextMark = () => `X${(marks += 1) + 100}`

async function make({ create, made }: Shared, mark: string): Promise<number> {
  const { code, data } = await admin.ask(create, made(mark))
  expect({ code, data }).toMatchObject({ code: 200, data: { id: expect.any(Number) as number } })
  return Number(Reflect.get(Object(data), 'id'))
}

const firstVersion = 1
const stale = { code: 409, message: '数据已被他人修改，请刷新后重试' }
const deleted = { code: 409, message: '数据已被他人删除，请刷新后重试' }

/** What the audit saw change: of a deed that was refused, nothing. */
async function changesBy(who: Person): Promise<number> {
  const { count } = await server.database.system
    .selectFrom('auditChanges')
    .innerJoin('audit', 'audit.requestId', 'auditChanges.requestId')
    .where('audit.userId', '=', who.userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test.each(Object.entries(shared))(
  'a %s that two administrators save at once is the one’s or the other’s, and the loser is told',
  async (_, what) => {
    const mark = nextMark()
    const id = await make(what, mark)
    const version = (await versionOf(what, id)) ?? firstVersion
    const [before, beforeOther] = [await changesBy(admin), await changesBy(other)]
    const answers = await Promise.all([
      admin.ask(what.update, { id, version, ...what.change(mark, 'A') }),
      other.ask(what.update, { id, version, ...what.change(mark, 'B') }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)).toMatchObject(stale)
    const written = [(await changesBy(admin)) - before, (await changesBy(other)) - beforeOther]
    const loser = answers[0].code === 409 ? 0 : 1
    expect(written[loser]).toBe(0)
    expect(written[1 - loser]).toBeGreaterThan(0)
  },
)

/** Manufacturers are not deleted. */
const deletable = Object.entries(shared).flatMap(([name, { remove, ...what }]) =>
  remove ? [[name, what, remove] as const] : [],
)

test.each(deletable)(
  'a %s that one deletes while the other edits it stays deleted, and the other is told',
  async (_, what, remove) => {
    const mark = nextMark()
    const id = await make(what, mark)
    const version = (await versionOf(what, id)) ?? firstVersion
    expect(await other.ask(remove, { id })).toMatchObject({ code: 200 })
    const before = await changesBy(admin)
    expect(await admin.ask(what.update, { id, version, ...what.change(mark, 'A') })).toMatchObject(deleted)
    expect(await changesBy(admin)).toBe(before)

    const raced = nextMark()
    const next = await make(what, raced)
    const seen = (await versionOf(what, next)) ?? firstVersion
    const [edited, removed] = await Promise.all([
      admin.ask(what.update, { id: next, version: seen, ...what.change(raced, 'B') }),
      other.ask(remove, { id: next }),
    ])
    expect(removed).toMatchObject({ code: 200 })
    expect([200, 409]).toContain(edited.code)
    expect(await versionOf(what, next)).toBeUndefined()
  },
)

async function versionOf({ table }: Shared, id: number): Promise<number | undefined> {
  const found = await server.database.system
    .selectFrom(table)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.version
}
