import type { Db, Services } from '../../context.ts'
import { readableKinds } from '../rollouts/index.ts'
import { type Holder, findHolder } from '../session/index.ts'
import * as queries from './gather-queries.ts'
import type { StreamKey, Tx, WaitingStream } from './gather-queries.ts'
import { isRipe } from './pace.ts'
import { isQuiet } from './quiet.ts'
import { rolloutEnds } from './rollout-queries.ts'
import { writeOfRollouts } from './rollouts.ts'
import { findRegion, nameItems, summarize } from './seen-queries.ts'
import { type Body, mostItems } from './wording.ts'

/** What a user must be allowed to be told anything, and of failed upgrades. */
const needed = 'notifications.use'
const neededOfUpgrades = 'upgrades.read'
const consoleChannel = 0
const idsAMessage = 200

/** Turns what happened into messages: one a stream, however much has gathered in it. Any process may do it at any time. */
export async function gather(services: Services): Promise<void> {
  const { system } = services.database
  const now = services.clock.now()
  while ((await queries.matchOccurrences(system, iso(now))) > 0);
  const told = new Set<number>()
  for (const stream of await queries.waitingStreams(system)) {
    const only = whatMayGo(stream, now, services.timeZone)
    if (only === 'nothing' || !isRipe(paceOf(stream), now)) continue
    if (await speak(services, stream, only === 'worst' ? 1 : undefined)) told.add(stream.userId)
  }
  tellLive(services, [...told])
}

/** The console shows without disturbing anybody; what leaves it waits for the end of quiet hours. */
function whatMayGo(stream: WaitingStream, now: number, timeZone: string): 'all' | 'worst' | 'nothing' {
  const { quietFrom, quietUntil, worstAnyway, worst, channelId } = stream
  if (channelId === consoleChannel || quietFrom === null || quietUntil === null) return 'all'
  if (!isQuiet({ quietFrom, quietUntil }, now, timeZone)) return 'all'
  return worstAnyway === true && worst === 1 ? 'worst' : 'nothing'
}

const paceOf = ({ firstAt, lastAt, worst, channelId }: WaitingStream) => ({
  firstAt: Date.parse(firstAt),
  lastMessageAt: lastAt === null ? null : Date.parse(lastAt),
  worst,
  isConsole: channelId === consoleChannel,
})

/** Writes one message for a stream, in the same transaction that takes what it is about; answers whether it did. */
async function speak(services: Services, stream: WaitingStream, level: number | undefined): Promise<boolean> {
  const { system } = services.database
  const now = services.clock.now()
  return system.transaction().execute(async (tx) => {
    const held = await queries.holdStream(tx, stream)
    // Somebody else speaks, or has just spoken.
    if (!held || !isRipe(paceOf({ ...stream, lastAt: held.lastAt }), now)) return false
    const ids = await queries.takeItems(tx, stream, level)
    const holder = await findHolder(system, stream.userId)
    const channel =
      stream.channelId === consoleChannel
        ? undefined
        : await queries.findChannel(tx, stream.userId, stream.channelId)
    const isGone = stream.channelId !== consoleChannel && !channel
    if (ids.length === 0 || !holder?.permissions.has(needed) || isGone) return false
    const body = await write({ services, tx, holder }, stream, ids)
    if (!body) return false
    const { organizationId, scopeKey } = holder
    await queries.insertNotification(tx, {
      ...{ userId: stream.userId, organizationId, channelId: stream.channelId, channel, kind: stream.kind },
      ...{ level: worstOf(body), body, scopeKey, now: iso(now) },
    })
    await queries.spoke(tx, stream, iso(now))
    return true
  })
}

interface Writing {
  readonly services: Services
  readonly tx: Tx
  readonly holder: Holder
}

/** What the reader may see of it. */
async function write(
  { services: { database }, tx, holder }: Writing,
  { kind }: StreamKey,
  ids: readonly number[],
): Promise<Body | undefined> {
  if (kind === 'rolloutStopped' || kind === 'rolloutFailures') {
    const happened = { kind, ends: await rolloutEnds(tx, ids), kinds: readableKinds(holder) }
    return database.scoped(holder.scope, (db) => writeOfRollouts(db, happened))
  }
  if (kind === 'upgradeFailed' && !holder.permissions.has(neededOfUpgrades)) return undefined
  return database.scoped(holder.scope, (db) => writeOfDevices(db, kind, ids))
}

async function writeOfDevices(db: Db, kind: StreamKey['kind'], ids: readonly number[]) {
  const summary = await summarize(db, ids)
  if (!summary) return undefined
  const { paths, levels, ...rest } = summary
  const place = commonPlace(paths)
  return {
    ...rest,
    levels: kind === 'alarm' ? levels : {},
    region: (place === undefined ? undefined : await findRegion(db, place)) ?? null,
    items: await nameItems(db, ids, mostItems),
  }
}

/** The root of the tree: to name it says nothing. */
const everywhere = 'all'

/** The smallest region that holds all. */
export function commonPlace(paths: readonly (readonly string[])[]): string | undefined {
  const [first = [], ...others] = paths
  const shared = first.filter((code, depth) => others.every((path) => path[depth] === code))
  return shared.filter((code) => code !== everywhere).at(-1)
}

function worstOf({ levels }: Body): number | null {
  const known = Object.keys(levels)
    .map(Number)
    .filter((level) => level > 0)
  return known.length === 0 ? null : Math.min(...known)
}

/** Tells the browsers of these users that there is something new to read. */
export function tellLive({ bus }: Services, userIds: readonly number[]): void {
  for (let i = 0; i < userIds.length; i += idsAMessage)
    bus.announce('notified', { userIds: userIds.slice(i, i + idsAMessage) })
}

const iso = (ms: number) => new Date(ms).toISOString()
