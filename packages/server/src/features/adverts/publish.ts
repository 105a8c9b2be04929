import type { Db, Services } from '../../context.ts'
import type { CommandBody, QueuedCommand } from '../commands/index.ts'
import { announceQueued, queueCommand } from '../commands/index.ts'
import { linksTo } from '../device-files/index.ts'
import * as queries from './publish-queries.ts'

const hourMs = 3_600_000
const retryAfterMs = 600_000
/** A little longer than the command that carries it. */
const linkValidMs = 25 * hourMs
const screensAtOnce = 200
/** An advertisement without an end, for devices: 31 December 9999. */
const noEnd = 253_402_214_400_000

/** Tells every screen whose list has changed, and those that did not follow, what they are to play now. */
export async function publish(services: Services): Promise<void> {
  if (!(await queries.hasAny(services.database.system))) return
  for (;;) {
    const queued = await services.database.system.transaction().execute((db) => publishSome(db, services))
    announceQueued(services.bus, queued)
    if (queued.length < screensAtOnce) return
  }
}

async function publishSome(db: Db, services: Services): Promise<QueuedCommand[]> {
  const at = services.clock.now()
  const now = new Date(at).toISOString()
  const retryBefore = new Date(at - retryAfterMs).toISOString()
  await queries.takeTurn(db)
  await queries.settleShown(db)
  const due = await queries.dueScreens(db, { now, retryBefore, limit: screensAtOnce })
  if (due.length === 0) return []
  const adverts = await queries.advertsById(db, [...new Set(due.flatMap(({ wanted }) => wanted))])
  const wishes = due.flatMap(({ deviceId, wanted }) =>
    wanted.flatMap((id) => {
      const advert = adverts.get(id)
      return advert ? [{ deviceId, advert }] : []
    }),
  )
  const urls = await linksTo(
    db,
    services,
    wishes.map(({ deviceId, advert: { fileId } }) => ({ deviceId, fileId, validForMs: linkValidMs })),
  )
  const linked = wishes.map((wish, place) => ({ ...wish, url: urls[place] ?? '' }))
  const queued: QueuedCommand[] = []
  for (const screen of due) {
    const list = linked.filter(({ deviceId }) => deviceId === screen.deviceId).map(itemOf)
    const body: CommandBody = { kind: 'advert', adverts: list }
    const command = await queueCommand(db, {
      deviceId: screen.deviceId,
      body,
      source: 'auto',
      signal: 'advert',
    })
    await queries.noteAsked(db, screen, { commandId: command.commandId, now })
    queued.push(command)
  }
  return queued
}

interface Linked {
  readonly url: string
  readonly advert: {
    readonly id: number
    readonly adName: string
    readonly startsAt: string
    readonly endsAt: string | null
  }
}

const itemOf = ({ url, advert: { id, adName, startsAt, endsAt } }: Linked) => ({
  id,
  name: adName,
  url,
  startTime: Date.parse(startsAt),
  endTime: endsAt === null ? noEnd : Date.parse(endsAt),
})
