import {
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
} from '@wattkeeper/contracts/api/device-history'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'
import type { Mark } from './timeline.ts'

export interface TimelineRow extends Omit<TimelineEntry, 'kind'> {
  /** The kind's place among them. */
  readonly rank: number
  /** `at` as it is stored, in microseconds since 1970. */
  readonly micros: number
  /** Of alarms and events: the signal's code, the fault's value and bit. */
  readonly code: string | null
  readonly value: number | null
  readonly bitPosition: number | null
}

interface Asked {
  readonly deviceId: number
  readonly language: Language
  readonly after: Mark | undefined
  readonly limit: number
}

type Sql = RawBuilder<unknown>

/** What comes after the mark, in words that the source's index understands. */
function beyond(rank: number, after: Mark | undefined, { at, id }: { at: Sql; id: Sql }): Sql {
  if (!after) return sql`true`
  const instant = sql`('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond')`
  if (rank === after.rank) return sql`(${at}, ${id}) < (${instant}, ${after.id})`
  return rank < after.rank ? sql`${at} <= ${instant}` : sql`${at} < ${instant}`
}

const rankOf = (kind: TimelineKind): number => timelineKinds.indexOf(kind)

const connections = ({ deviceId, after, limit }: Asked): Sql => sql`
  select ${rankOf('connection')}::int as rank, id, at, is_online = 1 as flag, null as subject, reason as detail,
    '{}'::text[] as names, null::smallint as result, null as reason, null as by,
    null as code, null::bigint as value, null::smallint as bit_position
  from online_history
  where device_id = ${deviceId} and ${beyond(rankOf('connection'), after, { at: sql`at`, id: sql`id` })}
  order by at desc, id desc limit ${limit}`

const happenings = (kind: 'alarm' | 'event', { deviceId, language, after, limit }: Asked): Sql => sql`
  select ${rankOf(kind)}::int, e.id, e.occurred_at, e.flag, ${nameIn(language, 'signal')},
    ${kind === 'alarm' ? nameIn(language, 'fault') : sql`nullif(e.content, '')`},
    '{}', null, null, null, e.semaphore_code, e.value, e.bit_position
  from (
    select * from events
    where device_id = ${deviceId} and kind = ${kind === 'alarm' ? 'alarm' : 'device'}
      and ${beyond(rankOf(kind), after, { at: sql`occurred_at`, id: sql`id` })}
    order by occurred_at desc, id desc limit ${limit}
  ) as e
  left join dictionary signal on signal.type = 'ALARM' and signal.code = e.semaphore_code
  left join faults fault on e.kind = 'alarm' and fault.equip_classify = e.equip_type_id
    and fault.alarm_code = e.semaphore_code
    and (fault.bit_position = e.bit_position or (e.bit_position is null and fault.value = e.value))`

const orders = ({ deviceId, after, limit }: Asked): Sql => sql`
  select ${rankOf('command')}::int, id, created_at, null::boolean, kind, message,
    case when jsonb_typeof(body -> 'paramList') = 'array' then
        array(select format('%s=%s', entry ->> 'id', entry ->> 'value') from jsonb_array_elements(body -> 'paramList') entry)
      when body ? 'value' then array[format('%s=%s', body ->> 'board', body ->> 'value')]
      else '{}' end,
    result, reason, created_by_name, null, null, null
  from commands
  where device_id = ${deviceId} and ${beyond(rankOf('command'), after, { at: sql`created_at`, id: sql`id` })}
  order by created_at desc, id desc limit ${limit}`

/** Which columns a person changed; not those that count the changes. */
const edits = ({ deviceId, after, limit }: Asked): Sql => sql`
  select ${rankOf('edit')}::int, change.id, change.at, null::boolean, deed.action, null,
    array(select is_now.key from jsonb_each(change.after) is_now
      where change.before -> is_now.key is distinct from is_now.value and change.before is not null
        and is_now.key not in ('version', 'updated_at', 'region_path', 'code_key') order by 1),
    null, null, deed.user_name, null, null, null
  from (
    select * from audit_changes
    where object = 'devices' and object_id = ${String(deviceId)}
      and ${beyond(rankOf('edit'), after, { at: sql`at`, id: sql`id` })}
    order by at desc, id desc limit ${limit}
  ) as change
  left join lateral (select action, user_name from audit where request_id = change.request_id limit 1) as deed on true`

const updates = ({ deviceId, language, after, limit }: Asked): Sql => sql`
  select ${rankOf('upgrade')}::int, job.id, job.created_at, case job.state when 'success' then true when 'failed' then false end,
    coalesce(${nameIn(language, 'part')}, job.part_type) || case when job.addr_id > 0 then ' ' || job.addr_id else '' end,
    job.message, array_remove(array[nullif(job.version_before, ''), job.version], null),
    case job.state when 'success' then 1 when 'failed' then 0 when 'canceled' then -1 end, job.reason, job.created_by_name,
    null, null, null
  from (
    select * from upgrade_jobs
    where device_id = ${deviceId} and ${beyond(rankOf('upgrade'), after, { at: sql`created_at`, id: sql`id` })}
    order by created_at desc, id desc limit ${limit}
  ) as job
  left join part_types part on part.equip_type_id = job.equip_type_id and part.code = job.part_type`

const sources: Readonly<Record<TimelineKind, (asked: Asked) => Sql>> = {
  connection: connections,
  alarm: (asked) => happenings('alarm', asked),
  event: (asked) => happenings('event', asked),
  command: orders,
  edit: edits,
  upgrade: updates,
}

/** The first source names the columns, whichever are wanted after it. */
const columns = sql`rank, id, at, flag, subject, detail, names, result, reason, by, code, value, bit_position`

/** What happened to a device, newest first: each kind gives no more than the page needs. */
export async function timelineOf(
  db: Db,
  kinds: readonly TimelineKind[],
  asked: Asked,
): Promise<TimelineRow[]> {
  if (kinds.length === 0) return []
  const found = sql.join(
    kinds.map((kind) => sql`(${sources[kind](asked)})`),
    sql` union all `,
  )
  const { rows } = await sql<TimelineRow>`
    select *, (extract(epoch from at) * 1000000)::bigint as micros
    from (${found}) as entry (${columns})
    order by at desc, rank desc, id desc limit ${asked.limit}`.execute(db)
  return rows
}
