import { readFileSync } from 'node:fs'
import type pg from 'pg'

/**
 * Writes the reference data of seed/*.json, within the caller's transaction and as the owner of the tables.
 *
 * Catalogues that code owns follow their file. What people edit (dictionary, menus, roles and their pages) is
 * planted once: a row that was changed or deleted since stays as people left it. Rows that left a file stay too.
 */
export async function seedReferenceData(client: pg.ClientBase): Promise<void> {
  await client.query(plantedSql)
  for (const [file, sql] of catalogues) await client.query(sql, [contentOf(file)])
  await client.query(devicesInMovedRegionsSql)
  await client.query(faultsSql, [contentOf('faults'), contentOf('fault-types')])
  for (const { file, key, sql } of plantedOnce) {
    await client.query(sql, [contentOf(file)])
    await client.query(rememberSql(key), [contentOf(file), file])
  }
  for (const table of ['equip_types', 'equip_models', 'pcbs', 'menus', 'roles']) {
    await client.query(reserveIdsSql, [table])
  }
}

const contentOf = (file: string) => readFileSync(new URL(`../seed/${file}.json`, import.meta.url), 'utf8')

/** What has ever been planted, so that a deleted row does not come back with the next version. */
const plantedSql = `
  create schema if not exists migration;
  create table if not exists migration.planted (file text, key text, primary key (file, key))
`

const rememberSql = (key: string) => `
  insert into migration.planted (file, key)
  select $2, ${key} from jsonb_array_elements($1::jsonb) as row on conflict do nothing
`

const notYetPlanted = (file: string, key: string) =>
  `not exists (select from migration.planted where file = '${file}' and key = ${key})`

/** Ids below 1000 belong to the files of this and later versions, from 1000 on to people. */
const reserveIdsSql = `
  select setval(sequence::regclass, 999)
  from pg_get_serial_sequence($1, 'id') as sequence
  where coalesce(pg_sequence_last_value(sequence::regclass), 0) < 999
`

const regionsSql = `
  merge into regions as known
  using (
    with recursive given as (
      select * from jsonb_to_recordset($1::jsonb)
        as row (code text, "parentCode" text, name text, "nameEn" text, sort integer)
    ), placed as (
      select *, array[code] as path from given where "parentCode" is null
      union all
      select given.*, placed.path || given.code from given join placed on given."parentCode" = placed.code
    )
    select * from placed
  ) as placed
    on known.code = placed.code
  when matched and (known.parent_code, known.name, known.name_en, known.path, known.sort)
      is distinct from (placed."parentCode", placed.name, placed."nameEn", placed.path, placed.sort) then
    update set parent_code = placed."parentCode", name = placed.name, name_en = placed."nameEn",
      path = placed.path, sort = placed.sort
  when not matched then
    insert (code, parent_code, name, name_en, path, sort)
    values (placed.code, placed."parentCode", placed.name, placed."nameEn", placed.path, placed.sort)
`

/** A district that moved to another city takes its devices along; their history stays where it was written. */
const devicesInMovedRegionsSql = `
  update devices set region_code = region_code from regions
  where regions.code = devices.region_code and regions.path <> devices.region_path
`

const equipTypesSql = `
  merge into equip_types as known
  using jsonb_to_recordset($1::jsonb) as row (id bigint, code text, name text, "nameEn" text) on known.id = row.id
  when matched and (known.code, known.name, known.name_en) is distinct from (row.code, row.name, row."nameEn") then
    update set code = row.code, name = row.name, name_en = row."nameEn"
  when not matched then
    insert (id, code, name, name_en) values (row.id, row.code, row.name, row."nameEn")
`

const equipModelsSql = `
  merge into equip_models as known
  using jsonb_to_recordset($1::jsonb) as row (id bigint, "equipTypeId" bigint, name text, "nameEn" text)
    on known.id = row.id
  when matched and (known.name, known.name_en) is distinct from (row.name, row."nameEn") then
    update set name = row.name, name_en = row."nameEn"
  when not matched then
    insert (id, equip_type_id, name, name_en) values (row.id, row."equipTypeId", row.name, row."nameEn")
`

const partTypesSql = `
  merge into part_types as known
  using jsonb_to_recordset($1::jsonb)
      as row ("equipTypeId" bigint, code text, name text, "nameEn" text, sort integer)
    on known.equip_type_id = row."equipTypeId" and known.code = row.code
  when matched and (known.name, known.name_en, known.sort) is distinct from (row.name, row."nameEn", row.sort) then
    update set name = row.name, name_en = row."nameEn", sort = row.sort
  when not matched then
    insert (equip_type_id, code, name, name_en, sort)
    values (row."equipTypeId", row.code, row.name, row."nameEn", row.sort)
`

const boardsSql = `
  merge into pcbs as known
  using jsonb_to_recordset($1::jsonb) as row (id bigint, "pcbCode" text, "pcbName" text, "pcbNameEn" text,
      "applyTo" text, "equipTypeId" bigint, "partType" text)
    on known.id = row.id
  when matched and (known.pcb_code, known.pcb_name, known.pcb_name_en, known.apply_to)
      is distinct from (row."pcbCode", row."pcbName", row."pcbNameEn", row."applyTo") then
    update set pcb_code = row."pcbCode", pcb_name = row."pcbName", pcb_name_en = row."pcbNameEn",
      apply_to = row."applyTo"
  when not matched then
    insert (id, pcb_code, pcb_name, pcb_name_en, apply_to, equip_type_id, part_type)
    values (row.id, row."pcbCode", row."pcbName", row."pcbNameEn", row."applyTo", row."equipTypeId", row."partType")
`

const logLevelsSql = `
  merge into log_levels as known
  using jsonb_to_recordset($1::jsonb)
      as row ("equipTypeId" bigint, code text, name text, "nameEn" text, "fileType" text, sort integer)
    on known.equip_type_id = row."equipTypeId" and known.code = row.code
  when matched and (known.name, known.name_en, known.file_type, known.sort)
      is distinct from (row.name, row."nameEn", row."fileType", row.sort) then
    update set name = row.name, name_en = row."nameEn", file_type = row."fileType", sort = row.sort
  when not matched then
    insert (equip_type_id, code, name, name_en, file_type, sort)
    values (row."equipTypeId", row.code, row.name, row."nameEn", row."fileType", row.sort)
`

/** In this order: each may refer to the ones before. */
const catalogues: [file: string, sql: string][] = [
  ['regions', regionsSql],
  ['equip-types', equipTypesSql],
  ['equip-models', equipModelsSql],
  ['part-types', partTypesSql],
  ['pcbs', boardsSql],
  ['log-levels', logLevelsSql],
]

const faultsSql = `
  merge into faults as known
  using (
    select fault.*, kind."typeName", kind."typeNameEn"
    from jsonb_to_recordset($1::jsonb) as fault ("equipClassify" bigint, "alarmCode" text, "bitPosition" smallint,
      value integer, type text, name text, "nameEn" text)
    left join jsonb_to_recordset($2::jsonb) as kind (type text, "typeName" text, "typeNameEn" text) using (type)
  ) as row
    on known.equip_classify = row."equipClassify" and known.alarm_code = row."alarmCode"
      and known.bit_position is not distinct from row."bitPosition" and known.value is not distinct from row.value
  when matched and (known.name, known.name_en, known.type, known.type_name, known.type_name_en)
      is distinct from (row.name, row."nameEn", row.type, row."typeName", row."typeNameEn") then
    update set name = row.name, name_en = row."nameEn", type = row.type, type_name = row."typeName",
      type_name_en = row."typeNameEn"
  when not matched then
    insert (equip_classify, alarm_code, analysis, bit_position, value, name, name_en, type, type_name, type_name_en)
    values (row."equipClassify", row."alarmCode", case when row.value is null then 'BIT' else 'VALUE' end,
      row."bitPosition", row.value, row.name, row."nameEn", row.type, row."typeName", row."typeNameEn")
`

const dictionaryKey = `(row ->> 'type') || '/' || (row ->> 'code')`
const idKey = `row ->> 'id'`
const roleMenuKey = `(row ->> 'roleId') || '/' || (row ->> 'menuId')`

// `extra` (how a parameter is entered and checked) is read by code and edited by nobody: it follows the file.
const dictionarySql = `
  merge into dictionary as known
  using (
    select entry.*, ${notYetPlanted('dictionary', dictionaryKey)} as is_new
    from jsonb_array_elements($1::jsonb) as row, jsonb_to_record(row) as entry (type text, code text, name text,
      "nameEn" text, note text, "alarmLevel" smallint, "analysisType" text, extra jsonb)
  ) as entry
    on known.type = entry.type and known.code = entry.code
  when matched and known.extra is distinct from entry.extra then
    update set extra = entry.extra
  when not matched and entry.is_new then
    insert (type, code, name, name_en, note, alarm_level, analysis_type, extra)
    values (entry.type, entry.code, entry.name, entry."nameEn", entry.note, entry."alarmLevel",
      entry."analysisType", entry.extra)
`

// A page whose group people have deleted stands at the top instead.
const menusSql = `
  with fresh as (
    select menu.*
    from jsonb_array_elements($1::jsonb) as row, jsonb_to_record(row) as menu (id bigint, "parentId" bigint,
      name text, "nameEn" text, type text, "openType" smallint, path text, url text, "orderNum" integer,
      remark text, icon text)
    where ${notYetPlanted('menus', idKey)}
  )
  insert into menus (id, parent_id, name, name_en, type, open_type, path, url, order_num, remark, icon)
  select id, (select id from fresh as group_row where group_row.id = fresh."parentId"
      union select menus.id from menus where menus.id = fresh."parentId"),
    name, "nameEn", type, "openType", path, url, "orderNum", remark, icon
  from fresh
  on conflict do nothing
`

const rolesSql = `
  insert into roles (id, code, name, name_en, remark)
  select role.id, role.code, role.name, role."nameEn", role.remark
  from jsonb_array_elements($1::jsonb) as row,
    jsonb_to_record(row) as role (id bigint, code text, name text, "nameEn" text, remark text)
  where ${notYetPlanted('roles', idKey)}
  on conflict do nothing
`

const roleMenusSql = `
  insert into role_menus (role_id, menu_id)
  select roles.id, menus.id
  from jsonb_array_elements($1::jsonb) as row
    join roles on roles.id = (row ->> 'roleId')::bigint
    join menus on menus.id = (row ->> 'menuId')::bigint
  where ${notYetPlanted('role-menus', roleMenuKey)}
  on conflict do nothing
`

const plantedOnce = [
  { file: 'dictionary', key: dictionaryKey, sql: dictionarySql },
  { file: 'menus', key: idKey, sql: menusSql },
  { file: 'roles', key: idKey, sql: rolesSql },
  { file: 'role-menus', key: roleMenuKey, sql: roleMenusSql },
]
