import { compareVersions, versionNumbers } from '@wattkeeper/contracts/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test.each([
  ['1.10', '1.9', 1],
  ['1.2', '1.2.0', 0],
  ['1.2.0.1', '1.2', 1],
  ['v1.4.2', '1.4.2', 0],
  ['1.10.0-rc2', '1.10', 0],
  ['3.2.1+45', '3.2.1', 1],
  ['007', '7', 0],
  ['main', '', 0],
  ['main', '0.1', -1],
  ['99999999999999999999999', '99999999999999999999998', 1],
])('%s against %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order)
  expect(Math.sign(compareVersions(other, one))).toBe(0 - order)
})

const part = fc.oneof(fc.nat(12).map(String), fc.constantFrom('0', '00', '01', '10', '18446744073709551616'))
const version = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'v', 'P-'),
      fc.array(part, { maxLength: 5 }),
      fc.constantFrom('', '+7', '-rc1', '.', '+', '+0'),
    )
    .map(([before, parts, after]) => `${before}${parts.join('.')}${after}`),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('\0', '').toWellFormed()),
)

test('the database and the code read the same numbers, and order alike', async () => {
  const pairs = fc.sample(fc.tuple(version, version), 2_000)
  const rows = await query<{ one: string; other: string; sign: number }>(
    server.urls.system,
    `select version_numbers(one)::text as one, version_numbers(other)::text as other,
      case when version_numbers(one) < version_numbers(other) then -1
        when version_numbers(one) > version_numbers(other) then 1 else 0 end as sign
    from unnest($1::text[], $2::text[]) with ordinality as pair (one, other, place) order by place`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  )
  const written = (text: string) => `{${versionNumbers(text).join(',')}}`
  expect(rows).toEqual(
    pairs.map(([one, other]) => ({
      ...{ one: written(one), other: written(other) },
      sign: Math.sign(compareVersions(one, other)),
    })),
  )
})
