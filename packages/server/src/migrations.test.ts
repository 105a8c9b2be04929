import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readMigrations } from './platform/database/migrate.ts'
import { takenAwayBy } from './testing/contractions.ts'

/** Up to here no version started beside a newer schema: whatever those took away, nobody missed. */
const baseLine = 90

const younger = readMigrations(fileURLToPath(new URL('../migrations', import.meta.url))).filter(
  ({ number }) => number > baseLine,
)

test('a migration that takes something away says since which version nobody needs it', () => {
  const silent = younger.filter(({ fitsFrom }) => fitsFrom === null)
  expect(silent.flatMap(({ name, sql }) => takenAwayBy(sql).map((what) => `${name}: ${what}`))).toEqual([])
})

test('what says that it takes something away does', () => {
  const loud = younger.filter(({ fitsFrom, sql }) => fitsFrom !== null && takenAwayBy(sql).length === 0)
  expect(loud.map(({ name }) => name)).toEqual([])
})

describe('what counts as taking away', () => {
  test.each([
    'alter table devices drop column box_sum;',
    'alter table devices drop box_sum;',
    'alter table only devices add note text, drop column if exists box_sum cascade;',
    'alter table devices rename column code to number;',
    'alter table devices rename to machines;',
    'alter table devices alter column code type int using code::int;',
    'alter table devices alter code set data type int;',
    'alter table devices alter column code set not null;',
    'alter table devices alter column code drop default;',
    'alter table devices add column note text not null;',
    'alter table devices add note text, add column kind int NOT NULL check (kind in (1, 2));',
    'drop table if exists devices;',
    'drop view device_rows;',
    'drop materialized view device_rows;',
    'drop function claim_lane;',
    'alter function claim_lane(bigint) rename to claim;',
    `do $$ begin if true then alter table devices drop column box_sum; end if; end $$;`,
  ])('%s', (sql) => {
    expect(takenAwayBy(sql)).toHaveLength(1)
  })

  test.each([
    'create table notes (id bigint primary key, text text not null); alter table notes add kind int not null;',
    "alter table devices add column note text not null default '', add column kind int;",
    'alter table devices add column twice int not null generated always as (box_sum * 2) stored;',
    'alter table devices add constraint known check (code is not null), drop constraint devices_code_key;',
    'alter table devices alter column note set default 1, alter column note drop not null;',
    '-- drop table devices;\nselect 1; /* drop table devices; */',
    `comment on table devices is 'drop table devices;';`,
    'create or replace function f() returns void language sql as $$ delete from devices; drop table x; $$;',
    'create or replace view device_rows as select 1; drop view device_rows;',
    'drop function f(int); create function f(int, int) returns int language sql as $$ select 1 $$;',
    'drop index devices_code; drop trigger touch on devices; drop policy p on devices;',
    'create temporary table moved as select 1; drop table moved;',
    'alter table devices enable row level security;',
  ])('not: %s', (sql) => {
    expect(takenAwayBy(sql)).toEqual([])
  })
})
