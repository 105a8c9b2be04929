import type { Services } from '../../context.ts'
import { InnerAddress } from '../../platform/http/guard.ts'
import { findHolder } from '../session/index.ts'
import * as queries from './deliver-queries.ts'
import type { HeldDelivery } from './deliver-queries.ts'
import { tellLive } from './gather.ts'
import { retryAfter } from './pace.ts'
import { postWebhook } from './webhook.ts'
import { linesOf, titleOf } from './wording.ts'

const atOnce = 20
/** Longer than sending can take, so that nobody takes it over while it is being sent. */
const heldMs = 60_000
const longestReason = 500

/** Not worth another try. */
class Hopeless extends Error {}

/** Sends what is due. However many processes do this, each message is held by one. */
export async function deliver(services: Services): Promise<void> {
  const now = services.clock.now()
  const due = await queries.takeDue(services.database.system, {
    now: iso(now),
    until: iso(now + heldMs),
    limit: atOnce,
  })
  await Promise.all(due.map((each) => tryOnce(services, each)))
  tellLive(services, [...new Set(due.map(({ userId }) => userId))])
}

async function tryOnce(services: Services, held: HeldDelivery): Promise<void> {
  const began = performance.now()
  const failure = await send(services, held).then(
    () => undefined,
    (error: unknown) => error,
  )
  const at = services.clock.now()
  const pauseMs = failure instanceof Hopeless ? undefined : retryAfter(held.attempts)
  await queries.recordOutcome(services.database.system, {
    id: held.id,
    number: held.attempts,
    at: iso(at),
    tookMs: Math.round(performance.now() - began),
    isSuccess: failure === undefined,
    reason: failure === undefined ? null : reasonOf(failure).slice(0, longestReason),
    nextTryAt: failure === undefined || pauseMs === undefined ? null : iso(at + pauseMs),
  })
}

function reasonOf(failure: unknown): string {
  if (failure instanceof InnerAddress) return `the address leads into the inner network (${failure.message})`
  if (!(failure instanceof Error)) return String(failure)
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return 'no answer in time'
  return failure.message
}

async function send(services: Services, held: HeldDelivery): Promise<void> {
  const holder = await findHolder(services.database.system, held.userId)
  if (!held.hasChannel) throw new Hopeless('the channel was deleted')
  // What was written for other eyes does not go out any more.
  if (holder?.scopeKey !== held.scopeKey) throw new Hopeless('the access of the recipient has changed')
  if (held.channelKind === 'email') return sendLetter(services, held)
  return postWebhook(
    {
      url: held.target,
      secret: held.secret ?? '',
      body: JSON.stringify(payloadOf(held, services.timeZone)),
      id: String(held.id),
      now: services.clock.now(),
    },
    services.outward.webhooks,
  )
}

async function sendLetter({ outward, timeZone }: Services, held: HeldDelivery): Promise<void> {
  const { mail } = outward
  if (!mail) throw new Hopeless('this installation cannot send e-mail')
  const { language, kind, body, target, id } = held
  await mail.send({
    to: target,
    subject: `[Wattkeeper] ${titleOf(kind, body, language)}`,
    text: `${[titleOf(kind, body, language), '', ...linesOf(kind, body, { language, timeZone })].join('\n')}\n`,
    id: `notification-${id}`,
  })
}

/** What a webhook gets; docs/notifications.md describes it. */
function payloadOf({ id, kind, level, body, language, createdAt }: HeldDelivery, timeZone: string) {
  const { devices, alarms, from, until, region, items } = body
  return {
    ...{ id, kind, level, language, createTime: createdAt },
    title: titleOf(kind, body, language),
    lines: linesOf(kind, body, { language, timeZone }),
    ...(kind !== 'test' && { devices, alarms, from, until, region: region?.[language] ?? null }),
    items: items.map(({ deviceId, rolloutId = null, what, ...item }) => ({
      ...{ equipId: deviceId, rolloutId, ...item, what: what?.[language] ?? null },
    })),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
