import { audit } from '@wattkeeper/contracts/api/audit'
import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { menus } from '@wattkeeper/contracts/api/menus'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { roles } from '@wattkeeper/contracts/api/roles'
import { users } from '@wattkeeper/contracts/api/users'
import type pg from 'pg'
import { type Question, timesOf } from './answers.ts'
import { type Bench, underWatch } from './bench.ts'
import { count, judged, ms, quantile, scaled } from './figures.ts'
import { Person } from './people.ts'

const asked = 100
const firstPage = { pageNum: 1, pageSize: 10 }

/** Each list of people and of what they look after, with its filters. */
export async function measureStaff(bench: Bench): Promise<void> {
  const { product, planted, options, say, note } = bench
  const people = scaled(10_000, options.scale)
  const known = scaled(2_000, options.scale)
  say(`Planting ${count(people)} users and ${count(known)} operators`)
  await plantStaff(product.db, { people, operators: known, organizationId: planted.organizationId })
  const askers = [planted.tokens.staff, planted.tokens.manufacturer].map(
    (token) => new Person(product.port, token),
  )
  for (const [what, questions] of listsOf(planted.organizationId, people)) {
    const measured: number[][] = []
    const isShared = questions.every(([route]) => !platformOnly.has(route.name))
    const [, reason] = await underWatch(bench, async () => {
      for (const person of askers.slice(0, isShared ? 2 : 1))
        measured.push(await timesOf(person, questions, asked))
    })
    const p50 = measured.map((times) => quantile(times, 0.5))
    const p95 = measured.map((times) => quantile(times, 0.95))
    note(
      judged(
        {
          what: `${what}, with ${count(people)} users and ${count(known)} operators`,
          reach: 'p95 under 50 ms',
          measured: `p95 ${p95.map(ms).join(' and ')}, p50 ${p50.map(ms).join(' and ')} (${isShared ? 'platform and manufacturer' : 'platform'})`,
        },
        { isMet: p95.every((each) => each < 50), reason },
      ),
    )
  }
}

/** Lists of shared catalogues, which staff of the platform look after. */
const platformOnly = new Set([
  ...Object.values(roles).map(({ name }) => name),
  ...Object.values(menus).map(({ name }) => name),
  ...Object.values(dictionaryEntries).map(({ name }) => name),
  ...Object.values(deviceTypeCatalogue).map(({ name }) => name),
  organizations.list.name,
])

function listsOf(
  organizationId: number,
  people: number,
): readonly (readonly [string, readonly Question[]])[] {
  const of = (route: Question[0], ...filters: readonly object[]): Question[] =>
    filters.map((filter) => [route, { ...firstPage, ...filter }])
  const lastPage = { pageNum: Math.floor(people / 100), pageSize: 100 }
  return [
    ['users: first page, last page of 100', of(users.list, {}, lastPage)],
    [
      'users: name, phone, roles, organization, all together',
      of(
        users.list,
        { name: '人员 77' },
        { phone: '1380000' },
        { roleIds: [3, 4] },
        { organizationId },
        { name: '7', phone: '138', roleIds: [4], organizationId },
      ),
    ],
    ['operators: first page, name, code', of(operators.list, {}, { name: '运营商 19' }, { code: 'Z1' })],
    ['operators to choose from', [[operators.choices, { organId: organizationId }]]],
    ['manufacturers', of(organizations.list, {}, { name: '厂商 1' })],
    ['organizations as a tree', [[organizations.tree, {}]]],
    ['roles: list with holders, choices', [...of(roles.list, {}, { name: '管理' }), [roles.choices, {}]]],
    ['menus as a tree', [[menus.tree, {}]]],
    ['dictionary', of(dictionaryEntries.list, {}, { type: 'ALARM', name: '过' })],
    [
      'models, device types',
      [...of(deviceTypeCatalogue.listModels, {}), [deviceTypeCatalogue.listTypes, {}]],
    ],
    ['audit, 200,000 rows of the last 30 days', of(audit.list, {}, { action: 'users' }, { isFailed: true })],
  ]
}

interface Staff {
  readonly people: number
  readonly operators: number
  readonly organizationId: number
}

const deeds = 200_000

async function plantStaff(db: pg.Pool, { people, operators: known, organizationId }: Staff): Promise<void> {
  await db.query(
    `insert into operators (organization_id, name, code)
     select case when i % 2 = 0 then $2::bigint else 1 + (select min(id) from organizations where code like 'BENCH%') end,
       '运营商 ' || i, 'Z' || i from generate_series(1, $1::int) i`,
    [known, organizationId],
  )
  await db.query(
    `with made as (
       insert into users (organization_id, user_name, login_name, password_hash, phone, type)
       select case when i % 2 = 0 then $2::bigint else 1 end, '人员 ' || i, 'bench-person-' || i, '', 13800000000 + i, '1'
       from generate_series(1, $1::int) i returning id)
     insert into user_roles (user_id, role_id) select id, 2 + id % 3 from made`,
    [people, organizationId],
  )
  await db.query(
    `insert into data_permissions (user_id, type, value)
     select id, 'ET', '{1,2}' from users where login_name like 'bench-person-%' and id % 3 = 0`,
  )
  await db.query(`select ensure_partitions('audit', 'month', now() - interval '31 days', now())`)
  await db.query(
    `insert into audit (at, request_id, user_id, user_name, organization_id, address, action, input, code)
     select now() - i * interval '10 seconds', 'bench-' || i, 1, '系统管理员', 1, '::1',
       case when i % 3 = 0 then 'users.update' else 'devices.update' end, '{}', case when i % 50 = 0 then 422 else 200 end
     from generate_series(1, $1::int) i`,
    [deeds],
  )
  await db.query('vacuum analyze users, user_roles, data_permissions, operators, audit')
}
