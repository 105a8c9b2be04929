import type { Tx } from '../../platform/link/messages.ts'
import { ANSWER_MS, type Answered, judge } from './replies.ts'

export interface ReplyRow {
  readonly deviceId: number
  /** The command's id on the wire. */
  readonly code: string
  readonly result: 1 | 0
  readonly message: string | null
  readonly at: number
}

interface KnownCommand extends Answered {
  readonly id: number
  readonly code: string
  readonly deviceId: number
}

const iso = (at: number): string => new Date(at).toISOString()
const keyOf = ({ code, deviceId }: { code: string; deviceId: number }) => `${deviceId} ${code}`

/** Ends the commands that were answered; of several answers to one the first counts, and strangers' ids are counted. */
export async function storeReplies(tx: Tx, rows: readonly ReplyRow[]): Promise<void> {
  const replies = new Map<string, ReplyRow>()
  for (const row of rows) if (!replies.has(keyOf(row))) replies.set(keyOf(row), row)
  const asked = [...replies.values()]
  const known = await tx.prepared<KnownCommand>(
    'commands answered',
    `select commands.id, commands.code, commands.device_id as "deviceId", kind, state, reason, attempts,
       read_at is not null as "hasRead",
       kind = 'param' and params_that_differ(commands.device_id, body) is not null as differs
     from commands join unnest($1::uuid[], $2::bigint[]) as reply (code, device_id)
       on reply.code = commands.code and reply.device_id = commands.device_id
     order by commands.id for update of commands`,
    [asked.map(({ code }) => code), asked.map(({ deviceId }) => deviceId)],
  )
  tx.count('repliesUnknown', asked.length - known.length)
  const ends = known.flatMap((command) => {
    const reply = replies.get(keyOf(command))
    const verdict = reply && judge(command, reply.result)
    if (!reply || verdict === undefined || verdict === 'repeated') return []
    return [{ command, reply, verdict }]
  })
  tx.count('repliesRepeated', rows.length - asked.length + known.length - ends.length)
  tx.count('replies', ends.length)
  if (ends.length > 0) await settle(tx, ends)
}

interface End {
  readonly command: KnownCommand
  readonly reply: ReplyRow
  readonly verdict: Exclude<ReturnType<typeof judge>, 'repeated'>
}

async function settle(tx: Tx, ends: readonly End[]): Promise<void> {
  const rows = ends.map(({ command, reply, verdict }) => ({
    id: command.id,
    state: verdict.state,
    result: verdict.state === 'done' ? verdict.result : null,
    reason: verdict.state === 'done' ? verdict.reason : null,
    said: reply.result,
    message: reply.message,
    at: iso(reply.at),
    deadline: iso(reply.at + ANSWER_MS),
  }))
  await tx.prepared(
    'settle commands',
    `update commands set state = ended.state, result = ended.result, reason = ended.reason, message = ended.message,
       back_at = at, delivered_at = coalesce(delivered_at, at), outlet = null,
       finished_at = case when ended.state = 'done' then at end,
       deadline_at = case when ended.state = 'proving' then deadline end
     from json_to_recordset($1::json) as ended (id bigint, state text, result smallint, reason text, message text,
       at timestamptz, deadline timestamptz)
     where commands.id = ended.id`,
    [JSON.stringify(rows)],
  )
  await tx.prepared(
    'settle attempts',
    `update command_attempts set back_at = at, delivered_at = coalesce(command_attempts.delivered_at, at),
       result = said, message = ended.message
     from json_to_recordset($1::json) as ended (id bigint, said smallint, message text, at timestamptz)
     join commands on commands.id = ended.id
     where command_id = ended.id and number = attempts and command_attempts.back_at is null`,
    [JSON.stringify(rows)],
  )
  announce(
    tx,
    ends.map(({ command }) => command),
  )
}

function announce(tx: Tx, changed: readonly { readonly id: number; readonly deviceId: number }[]): void {
  tx.announce(
    'commandsChanged',
    changed.map(({ id }) => id),
  )
  tx.announce(
    'commandLanes',
    changed.map(({ deviceId }) => deviceId),
  )
}

/** Notes that parameters were read, and ends with success what they prove. */
export async function provenByReading(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await tx.prepared(
    'parameters read',
    `with held as materialized (
       select id from commands where device_id = any($1::bigint[]) and state in ('sent', 'proving') and kind = 'param'
       order by id for update
     )
     update commands set read_at = now() from held where commands.id = held.id`,
    [deviceIds],
  )
  const proven = await tx.prepared<{ id: number; deviceId: number }>(
    'parameters proven',
    `update commands set state = 'done', result = 1, deadline_at = null, finished_at = now()
     where device_id = any($1::bigint[]) and state = 'proving' and kind = 'param'
       and params_that_differ(device_id, body) is null
     returning id, device_id as "deviceId"`,
    [deviceIds],
  )
  if (proven.length > 0) announce(tx, proven)
}
