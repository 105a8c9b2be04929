import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pages } from '@wattkeeper/contracts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, startTestDatabase } from './platform/database/testing.ts'
import { seedReferenceData } from './seed.ts'

// The database comes seeded once: what follows looks at it and seeds it again.
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await startTestDatabase()
  client = new pg.Client(database.urls.owner)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.stop()
})

const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
const one = async (sql: string) => (await rowsOf(sql))[0]

// Each test leaves the database as it found it.
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

/** Counts and the transactions that last wrote: a row that was written again, even unchanged, shows. */
const state = () =>
  rowsOf(
    tables
      .map((table) => `select '${table}' as name, count(*), max(xmin::text::bigint) as written from ${table}`)
      .join(' union all '),
  )

const tables = [
  ...['regions', 'equip_types', 'equip_models', 'part_types', 'pcbs'],
  ...['dictionary', 'faults', 'menus', 'roles', 'role_menus'],
]

describe('seeding again', () => {
  test('leaves every row as it is and takes no ids', async () => {
    const before = await state()
    const ids = `select last_value from dictionary_id_seq union all select last_value from faults_id_seq`
    const idsBefore = await rowsOf(ids)
    await seedReferenceData(client)
    expect(await state()).toEqual(before)
    expect(await rowsOf(ids)).toEqual(idsBefore)
    expect(before.every(({ count }) => Number(count) > 0)).toBe(true)
  })

  test('keeps what people changed, and does not bring back what they deleted', async () => {
    await client.query(`
      update dictionary set name = '电池组告警', alarm_level = 4 where type = 'ALARM' and code = '03012002';
      delete from dictionary where type = 'USER_TYPE' and code = '4';
      update menus set name = '总览', order_num = 9 where id = 100;
      delete from role_menus where role_id = 4 and menu_id = 520;
      delete from role_menus where menu_id = 230;
      delete from menus where id = 230`)
    await seedReferenceData(client)
    expect(await one(`select name, alarm_level from dictionary where code = '03012002'`)).toEqual({
      name: '电池组告警',
      alarm_level: 4,
    })
    expect(await one(`select name, order_num from menus where id = 100`)).toEqual({
      name: '总览',
      order_num: 9,
    })
    expect(await rowsOf(`select from dictionary where type = 'USER_TYPE' and code = '4'`)).toEqual([])
    expect(await rowsOf(`select from role_menus where role_id = 4 and menu_id = 520`)).toEqual([])
    expect(await rowsOf(`select from menus where id = 230`)).toEqual([])
  })

  test('gives the pages of a new version to the roles, at the top where their group is gone', async () => {
    await client.query(`
      delete from role_menus where menu_id between 500 and 599;
      delete from menus where id in (510, 511, 520, 521);
      delete from menus where id = 500;
      delete from migration.planted where file = 'menus' and key = '520' or file = 'role-menus' and key like '%/520'`)
    await seedReferenceData(client)
    expect(await rowsOf(`select id::integer, parent_id from menus where id between 500 and 599`)).toEqual([
      { id: 520, parent_id: null },
    ])
    expect(
      await rowsOf(
        `select role_id::integer from role_menus where menu_id between 500 and 599 order by role_id`,
      ),
    ).toEqual([1, 2, 3, 4].map((role_id) => ({ role_id })))
  })

  test('brings back what code owns, and moves the devices of a region along', async () => {
    await client.query(`
      insert into organizations (id, parent_id, name, code) values (2, 1, '厂商', 'ACME');
      insert into operators (id, organization_id, name, code) values (1, 2, '运营商', 'OPER');
      update regions set name = '?', path = '{all,86}' where code = '440305';
      update equip_types set name = '?' where id = 3;
      update faults set name = '?' where alarm_code = '03036001' and bit_position = 0;
      insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id,
        operator_id, region_code) values ('C1', '', '', 3, 31, 2, 1, '440305')`)
    expect(await one(`select region_path from devices`)).toEqual({ region_path: ['all', '86'] })
    await seedReferenceData(client)
    expect(
      await rowsOf(`select from devices join regions r on r.code = region_code and path = region_path`),
    ).toHaveLength(1)
    expect(await one(`select name, path from regions where code = '440305'`)).toEqual({
      name: '南山区',
      path: ['all', '86', '440000', '440300', '440305'],
    })
    expect(await one(`select name from equip_types where id = 3`)).toEqual({ name: '换电柜' })
    expect(await one(`select name from faults where alarm_code = '03036001' and bit_position = 0`)).toEqual({
      name: '烟雾报警',
    })
  })

  test('leaves the ids below 1000 to later versions', async () => {
    const inserted = await one(`insert into menus (name, type, path) values ('新', 'M', '/new') returning id`)
    expect(Number(inserted?.id)).toBeGreaterThanOrEqual(1000)
  })
})

describe('regions', () => {
  test('reach from every district to a root and to all', async () => {
    expect(await rowsOf(`select code from regions where parent_code is null`)).toEqual([{ code: 'all' }])
    expect(await rowsOf(`select code from regions where parent_code = 'all' order by sort`)).toEqual([
      { code: '86' },
      { code: '01' },
      { code: '49' },
    ])
    expect(
      await rowsOf(`select code from regions r where path is distinct from
        coalesce((select path from regions p where p.code = r.parent_code), '{}') || code`),
    ).toEqual([])
  })

  test('carry six-digit adcodes below China, and ISO codes elsewhere', async () => {
    expect(
      await rowsOf(`select code from regions where cardinality(path) > 2 and not case path[2]
        when '86' then code ~ '^[1-8][0-9]{5}$' when '01' then code ~ '^US-[A-Z]{2}$' else code ~ '^[A-Z]{2}$' end`),
    ).toEqual([])
    const found = await rowsOf(`select path[2] as root, count(*)::integer from regions
      where parent_code in ('86', '01', '49') group by 1 order by 1`)
    expect(found).toEqual([
      { root: '01', count: 56 },
      { root: '49', count: 53 },
      { root: '86', count: 34 },
    ])
  })

  test.each([
    ['110105', '朝阳区', 'Chaoyang District'],
    ['610100', '西安市', "Xi'an"],
    ['150100', '呼和浩特市', 'Hohhot'],
    ['371722', '单县', 'Shanxian County'],
    ['440305', '南山区', 'Nanshan District'],
    ['520526', '威宁彝族回族苗族自治县', 'Weining Yi, Hui and Miao Autonomous County'],
    ['810002', '湾仔区', 'Wan Chai District'],
    ['DE', '德国', 'Germany'],
    ['US-CA', '加利福尼亚州', 'California'],
  ])('%s is %s, %s', async (code, name, name_en) => {
    expect(await one(`select name, name_en from regions where code = '${code}'`)).toEqual({ name, name_en })
  })

  test('are what their generator writes today', () => {
    const generator = fileURLToPath(new URL('../generate/regions.ts', import.meta.url))
    execFileSync(process.execPath, [generator, '--check'])
  })
})

describe('catalogues', () => {
  test('are named in both languages throughout', async () => {
    const tablesWithNames = tables.filter((table) => !['role_menus', 'pcbs'].includes(table))
    const unnamed = [
      ...tablesWithNames.map((table) => `select '${table}' from ${table} where coalesce(name_en, '') = ''`),
      `select 'pcbs' from pcbs where coalesce(pcb_name_en, '') = ''`,
      `select 'faults' from faults where coalesce(type_name_en, '') = ''`,
    ]
    expect(await rowsOf(unnamed.join(' union all '))).toEqual([])
  })

  test('give each alarm its faults by the same analysis, and each fault its alarm', async () => {
    expect(
      await rowsOf(`select d.code, f.name from
        (select * from dictionary where type = 'ALARM') d
        full join faults f on f.alarm_code = d.code and f.analysis = d.analysis_type
        where d.code is null or f.id is null`),
    ).toEqual([])
    expect(
      await rowsOf(`select alarm_code from faults group by 1 having count(distinct equip_classify) > 1`),
    ).toEqual([])
    expect(
      await rowsOf(
        `select equip_classify, alarm_code, name from faults group by 1, 2, 3 having count(*) > 1`,
      ),
    ).toEqual([])
  })

  test('keep the codes of alarms and parameters within 8 characters', async () => {
    expect(
      await rowsOf(`select code from dictionary where type in ('ALARM', 'PARAM') and length(code) > 8`),
    ).toEqual([])
    expect(
      await rowsOf(`select type from dictionary where type not in
      (select code from dictionary where type = 'SEMAPHORE_TYPE')`),
    ).toEqual([])
  })

  test('have a board for each firmware part of each device type', async () => {
    expect(
      await rowsOf(`select p.equip_type_id, p.code from part_types p
        left join pcbs b on b.equip_type_id = p.equip_type_id and b.part_type = p.code where b.id is null`),
    ).toEqual([])
    expect(
      await rowsOf(`select t.id from equip_types t
        where (select count(*) from equip_models m where m.equip_type_id = t.id) < 2`),
    ).toEqual([])
  })
})

test('each page that code owns stands in the menu once, in a group that its roles have too', async () => {
  const keys = (await rowsOf(`select url from menus where type <> 'M'`)).map(({ url }) => String(url))
  expect(keys.sort()).toEqual(Object.keys(pages).sort())
  expect(
    await rowsOf(`select m.name from menus m join menus p on p.id = m.parent_id where p.type <> 'M'`),
  ).toEqual([])
  expect(
    await rowsOf(`select rm.menu_id from role_menus rm join menus m on m.id = rm.menu_id
      where m.parent_id not in (select menu_id from role_menus other where other.role_id = rm.role_id)`),
  ).toEqual([])
})
