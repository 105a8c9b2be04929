import type { Hop, HopName, HopReason } from '@wattkeeper/contracts/api/links'
import type { Facts } from '../../facts.ts'
import type { Delivery, PhoneLink, PingState } from './queries.ts'

/** A phone sends something, and answers, every 15 s; three missed ones are a break. */
export const PHONE_FRESH_MS = 45_000
/** A device reports once a minute at the least. */
const HEARD_FRESH_MS = 180_000

export interface Measured {
  readonly isOnline: boolean
  /** The last message that the device acknowledged. */
  readonly delivery: Delivery | undefined
  /** What became of the ping that this measurement sent; undefined: one had just been delivered. */
  readonly ping: (PingState & { readonly givenAt: number }) | undefined
  /** What report said of itself; undefined: nothing. */
  readonly told: Facts['linkTold'] | undefined
  readonly cache: Reading
  readonly phones: readonly PhoneLink[]
}

/** How reading the cache went, and when the device's newest values had come into it. */
export type Reading = { readonly ms: number; readonly newest: string | null } | { readonly refusal: string }

const dark = (name: HopName, reason: HopReason, rest: Partial<Hop> = {}): Hop => ({
  name,
  isConnected: false,
  lastSuccessTime: null,
  latencyMs: null,
  detail: null,
  ...rest,
  reason,
})
const lit = (name: HopName, lastSuccessTime: string, latencyMs: number | null = null): Hop => ({
  ...{ name, lastSuccessTime, isConnected: true, reason: null, detail: null },
  latencyMs: latencyMs === null ? null : Math.round(latencyMs * 10) / 10,
})

/** What was measured, hop by hop. */
export function judge(measured: Measured, now: number): Hop[] {
  return [
    fromPhone(measured, now),
    toDevice(measured),
    fromDevice(measured, now),
    toCache(measured, now),
    fromCache(measured, now),
    toPhone(measured, now),
  ]
}

const newestOf = (instants: readonly (string | null | undefined)[]): string | null =>
  instants
    .filter((each) => each !== null && each !== undefined)
    .sort()
    .at(-1) ?? null

function fromPhone({ phones }: Measured, now: number): Hop {
  const last = newestOf(phones.map(({ heardAt }) => heardAt))
  if (last === null) return dark('one', 'noPhone')
  return now - Date.parse(last) <= PHONE_FRESH_MS
    ? lit('one', last)
    : dark('one', 'phoneSilent', { lastSuccessTime: last })
}

function toPhone({ phones }: Measured, now: number): Hop {
  if (phones.length === 0) return dark('six', 'noPhone')
  const answered = phones.filter(({ pongedAt }) => pongedAt !== null)
  const last = newestOf(answered.map(({ pongedAt }) => pongedAt))
  if (last === null || now - Date.parse(last) > PHONE_FRESH_MS)
    return dark('six', 'phoneDeaf', { lastSuccessTime: last })
  return lit('six', last, answered.find(({ pongedAt }) => pongedAt === last)?.roundTripMs ?? null)
}

function toDevice({ isOnline, delivery, ping }: Measured): Hop {
  const known = {
    lastSuccessTime: delivery?.deliveredAt ?? null,
    latencyMs: null,
  }
  if (!isOnline) return dark('two', 'offline', known)
  const isProven = delivery && (!ping || Date.parse(delivery.deliveredAt) >= ping.givenAt)
  if (isProven) return lit('two', delivery.deliveredAt, between(delivery.sentAt, delivery.deliveredAt))
  return dark('two', ping?.sentAt ? 'notDelivered' : 'notSent', known)
}

function fromDevice({ isOnline, told, cache, delivery }: Measured, now: number): Hop {
  const heard = told?.heardAt ? new Date(told.heardAt).toISOString() : null
  const last = newestOf([heard, 'newest' in cache ? cache.newest : null, delivery?.backAt])
  if (!isOnline) return dark('three', 'offline', { lastSuccessTime: last })
  if (last === null || now - Date.parse(last) > HEARD_FRESH_MS)
    return dark('three', 'notHeard', { lastSuccessTime: last })
  return lit('three', last, delivery?.backAt ? between(delivery.deliveredAt, delivery.backAt) : null)
}

function toCache({ told, cache }: Measured, now: number): Hop {
  const last = 'newest' in cache ? cache.newest : null
  if (!told) return dark('four', 'reportSilent', { lastSuccessTime: last })
  if (told.cacheMs === null)
    return dark('four', 'cacheRefuses', { lastSuccessTime: last, detail: told.refusal })
  return lit('four', new Date(now).toISOString(), told.cacheMs)
}

function fromCache({ cache }: Measured, now: number): Hop {
  if ('refusal' in cache) return dark('five', 'cacheUnreadable', { detail: cache.refusal })
  return lit('five', new Date(now).toISOString(), cache.ms)
}

/** Both instants are of one clock each time: the database's. */
const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from))
