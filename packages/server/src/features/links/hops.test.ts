import type { HopName } from '@wattkeeper/contracts/api/links'
import { hopNames } from '@wattkeeper/contracts/api/links'
import { expect, test } from 'vitest'
import { type Measured, judge } from './hops.ts'

const now = Date.parse('2026-11-21T08:00:00.000Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

const well: Measured = {
  isOnline: true,
  delivery: { sentAt: ago(1), deliveredAt: ago(0.99), backAt: ago(0.98) },
  ping: { givenAt: now - 1_000, state: 'done', sentAt: ago(1), deliveredAt: ago(0.99) },
  told: { nonce: '', holds: true, heardAt: now - 5_000, cacheMs: 1.23, refusal: null },
  cache: { ms: 2.34, newest: ago(5) },
  phones: [{ heardAt: ago(3), pongedAt: ago(4), roundTripMs: 21 }],
}

const darkIn = (measured: Measured): HopName[] =>
  judge(measured, now).flatMap(({ name, isConnected }) => (isConnected ? [] : [name]))

test('a chain that works is lit from end to end, with the latencies that were measured', () => {
  const hops = judge(well, now)
  expect(hops.map(({ name }) => name)).toEqual(hopNames)
  expect(darkIn(well)).toEqual([])
  expect(hops.map(({ latencyMs }) => latencyMs)).toEqual([null, 10, 10, 1.2, 2.3, 21])
})

test('each break darkens its own hop, and says why', () => {
  const silent = { ...well.phones[0], heardAt: ago(60), pongedAt: ago(4), roundTripMs: 21 }
  const deaf = { ...silent, heardAt: ago(3), pongedAt: ago(60) }
  const lost = { givenAt: now - 3_000, state: 'sent', sentAt: ago(3), deliveredAt: null }
  const mute = { sentAt: ago(2), deliveredAt: ago(0.9), backAt: null }
  const breaks: [HopName, string, Partial<Measured>][] = [
    ['one', 'phoneSilent', { phones: [silent] }],
    ['two', 'notDelivered', { delivery: { ...mute, deliveredAt: ago(30) }, ping: lost }],
    ['two', 'notSent', { delivery: undefined, ping: { ...lost, sentAt: null } }],
    [
      'three',
      'notHeard',
      { delivery: mute, told: { ...told(), heardAt: now - 200_000 }, cache: { ms: 1, newest: ago(200) } },
    ],
    ['four', 'cacheRefuses', { told: { ...told(), cacheMs: null, refusal: 'disk full' } }],
    ['four', 'reportSilent', { told: undefined }],
    ['five', 'cacheUnreadable', { cache: { refusal: 'gone' } }],
    ['six', 'phoneDeaf', { phones: [deaf] }],
  ]
  for (const [name, reason, broken] of breaks) {
    const measured = { ...well, ...broken }
    expect(darkIn(measured), reason).toEqual([name])
    expect(judge(measured, now).find((hop) => hop.name === name)).toMatchObject({ reason })
  }
})

const told = () => ({ nonce: '', holds: true, heardAt: now - 5_000, cacheMs: 1, refusal: null })

test('a device that is offline is dark both ways, with the time of the last message each way', () => {
  const hops = judge({ ...well, isOnline: false, ping: undefined }, now)
  expect(hops.filter(({ isConnected }) => !isConnected)).toMatchObject([
    { name: 'two', reason: 'offline', lastSuccessTime: ago(0.99) },
    { name: 'three', reason: 'offline', lastSuccessTime: ago(0.98) },
  ])
})

test('without a phone that watches the device both of its hops are dark', () => {
  expect(darkIn({ ...well, phones: [] })).toEqual(['one', 'six'])
})
