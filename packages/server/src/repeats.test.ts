import { devices } from '@wattkeeper/contracts/api/devices'
import type { Envelope } from '@wattkeeper/contracts/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantManufacturers } from './testing/manufacturers.ts'
import { type Person, type TestServer, query, startTestServer } from './testing/server.ts'

let server: TestServer
let person: Person
let operatorId: number
beforeAll(async () => {
  server = await startTestServer()
  operatorId = (await plantManufacturers(server)).ours.operatorId
  person = await server.person()
})
afterAll(() => server.stop())

async function create(code: string, key: string): Promise<Envelope> {
  const answer = await server.app.inject({
    method: 'POST',
    url: devices.create.path,
    headers: { authorization: person.token, 'idempotency-key': key },
    payload: { code, equipTypeId: 1, equipModelId: 11, operatorId },
  })
  return answer.json<Envelope>()
}

test('a repeated request with the same key changes nothing and gets the first answer, secret and all', async () => {
  const answers = await Promise.all([create('REPEAT1', 'key one'), create('REPEAT1', 'key one')])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  expect(answers[0].data).toEqual(answers[1].data)
  expect(await create('REPEAT1', 'key two')).toMatchObject({ code: 409 })
})

test('a key stands for one request: another input is refused, and so is somebody else’s', async () => {
  await create('REPEAT2', 'key three')
  expect(await create('REPEAT3', 'key three')).toMatchObject({ code: 409 })
  person = await server.person()
  expect(await create('REPEAT4', 'key three')).toMatchObject({ code: 200 })
})

test('what failed may be tried again with the same key', async () => {
  expect(await create('REPEAT1', 'key four')).toMatchObject({ code: 409 })
  await server.database.system.deleteFrom('devices').where('code', '=', 'REPEAT1').execute()
  expect(await create('REPEAT1', 'key four')).toMatchObject({ code: 200 })
})

test('the table keeps no answer that anybody could read', async () => {
  const { data } = await create('REPEAT5', 'key five')
  const { secret } = data as { secret: string }
  const rows = await query<{ reply: Buffer }>(server.urls.superuser, 'select reply from repeats')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ reply }) => reply.includes(secret))).toBe(false)
})
