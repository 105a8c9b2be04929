import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createToken, hashToken } from '../src/features/session/index.ts'
import { hashSecret } from '../src/platform/link/secret.ts'
import { deviceCode, secretOf } from './orders.ts'

/** Twenty manufacturers with three operators each, one without anything, and devices that belong to them in turn. */
export interface Planted {
  readonly devices: number
  readonly firstId: number
  /** Sessions of people: of the platform, of a manufacturer with devices, of the one without. */
  readonly tokens: { readonly staff: string; readonly manufacturer: string; readonly stranger: string }
  readonly organizationId: number
  readonly operatorId: number
}

const manufacturers = 20
const platformId = 1
const roles = { system: 1, manufacturer: 3 }
const chunk = 20_000

export async function plant(db: pg.Pool, devices: number): Promise<Planted> {
  await db.query(
    `insert into organizations (parent_id, name, code) select 1, '厂商 ' || i, 'BENCH' || i from generate_series(0, $1) i`,
    [manufacturers],
  )
  await db.query(
    `insert into operators (organization_id, name, code)
     select id, name || ' 运营商 ' || i, code || 'P' || i from organizations, generate_series(1, 3) i
     where code like 'BENCH%' and code <> 'BENCH0'`,
  )
  for (let first = 0; first < devices; first += chunk)
    await plantDevices(db, first, Math.min(chunk, devices - first))
  await db.query('vacuum analyze devices')
  const [place] = await rowsOf<{ id: number; operatorId: number; firstId: number }>(
    db,
    `select organization_id as id, operator_id as "operatorId", id as "firstId" from devices order by id limit 1`,
  )
  const [empty] = await rowsOf<{ id: number }>(db, `select id from organizations where code = 'BENCH0'`)
  if (!place || !empty) throw new Error('no device was planted')
  return {
    devices,
    firstId: place.firstId,
    organizationId: place.id,
    operatorId: place.operatorId,
    tokens: {
      staff: await person(db, platformId, roles.system),
      manufacturer: await person(db, place.id, roles.manufacturer),
      stranger: await person(db, empty.id, roles.manufacturer),
    },
  }
}

/** Past the triggers, which would place each device in its region one by one. */
async function plantDevices(db: pg.Pool, first: number, devices: number): Promise<void> {
  const salt = randomBytes(16)
  const codes = Array.from({ length: devices }, (_, at) => deviceCode(first + at))
  await inTransaction(db, async (client) => {
    await client.query('set local session_replication_role = replica')
    await client.query(
      `with owners as materialized (
         select organization_id, id as operator_id, row_number() over (order by id) - 1 as place
         from operators where code like 'BENCH%'
       ), places as materialized (
         select code, path, row_number() over (order by code) - 1 as place
         from regions where cardinality(path) = 5
       ), models as materialized (
         select id, equip_type_id, row_number() over (order by id) - 1 as place from equip_models
       )
       insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id,
         region_code, region_path, status)
       select made.code, made.hash, $3, models.equip_type_id, models.id, owners.organization_id, owners.operator_id,
         places.code, places.path, 1
       from unnest($1::text[], $2::bytea[]) with ordinality as made (code, hash, at)
       join owners on owners.place = made.at % (select count(*) from owners)
       join models on models.place = made.at % (select count(*) from models)
       left join places on places.place = (made.at * 31) % (select count(*) from places)
       order by made.at`,
      [codes, codes.map((code) => hashSecret(secretOf(code), salt)), salt],
    )
  })
}

/** Somebody with a session; answers its token. */
export async function person(db: pg.Pool, organizationId: number, roleId: number): Promise<string> {
  const token = createToken()
  await db.query(
    `with made as (
       insert into users (organization_id, user_name, login_name, password_hash) values ($1, '压测', $2, '') returning id
     ), granted as (insert into user_roles (user_id, role_id) select id, $3 from made)
     insert into sessions (user_id, token_hash, address, expires_at) select id, $4, '127.0.0.1', now() + interval '1 hour' from made`,
    [organizationId, `bench-${randomBytes(6).toString('hex')}`, roleId, hashToken(token)],
  )
  return token
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  db: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows
}

/** Undone when it fails: the connection goes back to those that others use. */
export async function inTransaction(
  db: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const months = 12

/** A year of recovered alarms, in the months before this one. Each month is loaded bare and gets its indexes when it is attached. */
export async function plantHistory(db: pg.Pool, rows: number): Promise<void> {
  const aMonth = Math.ceil(rows / months)
  const ago = Array.from({ length: months }, (_, at) => at + 1)
  const next = async () => {
    for (let month = ago.pop(); month !== undefined; month = ago.pop()) await plantMonth(db, month, aMonth)
  }
  await Promise.all([next(), next()])
  await db.query(`select setval('alarm_ids', (select max(id) from alarm_history))`)
  await db.query('vacuum analyze alarm_history')
}

async function plantMonth(db: pg.Pool, ago: number, rows: number): Promise<void> {
  const [span] = await rowsOf<{ part: string; since: string; until: string }>(
    db,
    `select 'alarm_history_' || to_char(since, 'YYYYMM') as part, since::text || 'Z' as since, (since + interval '1 month')::text || 'Z' as until
     from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1) as since) month`,
    [ago],
  )
  if (!span) return
  const { part, since, until } = span
  await db.query(`drop table if exists ${part}`)
  await inTransaction(db, async (client) => {
    // Made in the same transaction, the rows need no log.
    await client.query(`create table ${part} (like alarm_history including defaults including constraints)`)
    await client.query(
      `insert into ${part} (id, device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
         semaphore_code, value, bit_position, alarm_level, occurred_at, recovered_at)
       select $1::bigint * $2 + i, d.id, d.code, d.organization_id, d.operator_id, d.equip_type_id, d.equip_model_id, d.region_path,
         signal.code, 1 << (i % 5), i % 5, signal.alarm_level, at, at + make_interval(secs => 60 + i % 7200)
       from generate_series(1, $2::integer) i
       cross join lateral (select $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (i::double precision / ($2 + 1)) as at) instant
       join (select *, row_number() over (order by id) - 1 as place from devices) d
         on d.place = (i::bigint * 7919) % (select count(*) from devices)
       join (select code, alarm_level, row_number() over (order by code) - 1 as place
         from dictionary where type = 'ALARM') signal
         on signal.place = (i / 3) % (select count(*) from dictionary where type = 'ALARM')`,
      [ago, rows, since, until],
    )
  })
  await db.query(
    `alter table alarm_history attach partition ${part} for values from ('${since}') to ('${until}')`,
  )
  await db.query(`revoke all on ${part} from wk_app, wk_staff`)
}
