import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { surviveBreaks, typeParsers } from '../../platform/database/database.ts'
import { type TestDatabase, startTestDatabase } from '../../platform/database/testing.ts'
import { type TestDevice, makeDevices } from '../../testing/device-plane.ts'
import { ClusterPresence, type Connected } from './cluster-presence.ts'
import { renewLease } from './presence-queries.ts'

// The database does what it was asked to and dies before it has said so.

let database: TestDatabase
let db: pg.Pool
beforeAll(async () => {
  database = await startTestDatabase()
  db = new pg.Pool({ connectionString: database.urls.system, max: 2, types: typeParsers })
  surviveBreaks(db, () => undefined)
})
afterAll(async () => {
  await db.end()
  await database.stop()
})

const lost = /connection lost/

/** A process, and what happens to the answer to the next question with these words in it. */
async function startProcess() {
  const instance = randomUUID()
  await renewLease(db, instance, 60)
  const listening = new Map<number, Connected>()
  let fate: { readonly words: string; readonly answer: () => Promise<void> } | undefined
  const pool = new Proxy(db, {
    get: (target, name): unknown =>
      name !== 'query'
        ? Reflect.get(target, name)
        : async (question: string | pg.QueryConfig, values?: unknown[]) => {
            const answer = await target.query(question, values)
            const text = typeof question === 'string' ? question : question.text
            if (fate && text.includes(fate.words)) {
              const { answer: befall } = fate
              fate = undefined
              await befall()
            }
            return answer
          },
  })
  const presence = new ClusterPresence({
    ...{ db: pool, instance, onChanged: () => undefined },
    onListens: (session) => listening.set(session.id, session),
    onLeft: ({ id, epoch }) => {
      if (listening.get(id)?.epoch === epoch) listening.delete(id)
    },
  })
  const [adopt] = presence.ticks(300)
  const befalls = (words: string, answer: () => Promise<void>) => {
    fate = { words, answer }
  }
  const loseAnswerTo = (words: string) => befalls(words, () => Promise.reject(new Error('connection lost')))
  return { presence, listening, befalls, loseAnswerTo, adopt: async () => adopt?.run(pool) }
}

async function madeDevice(): Promise<TestDevice> {
  const ask = async <Row>(text: string, values?: unknown[]) => (await db.query(text, values)).rows as Row[]
  const [device] = await makeDevices(ask, 1, 1)
  return device ?? expect.fail()
}

const epochOf = async ({ id }: TestDevice) =>
  (await db.query<{ epoch: number }>('select session_epoch as epoch from devices where id = $1', [id]))
    .rows[0]?.epoch

test('a device whose arrival was written down but not confirmed is spoken for all the same', async () => {
  const device = await madeDevice()
  const { presence, listening, loseAnswerTo, adopt } = await startProcess()
  loseAnswerTo('insert into online_history')
  await expect(presence.meet([device.code])).rejects.toThrow(lost)
  // It is met again, as the broker delivers again, and by now the rows say that somebody speaks for it.
  await presence.meet([device.code])
  expect(listening.has(device.id)).toBe(false)
  await adopt()
  expect(listening.get(device.id)?.epoch).toBe(await epochOf(device))
})

test('so is one that was taken over from a dead process, even where the first look at the rows fails too', async () => {
  const device = await madeDevice()
  await db.query('update devices set is_online = 1, session_instance = $2, session_epoch = 1 where id = $1', [
    device.id,
    randomUUID(),
  ])
  const { listening, loseAnswerTo, adopt } = await startProcess()
  loseAnswerTo('orphans')
  await expect(adopt()).rejects.toThrow(lost)
  loseAnswerTo('session_instance = $1')
  await expect(adopt()).rejects.toThrow(lost)
  expect(listening.has(device.id)).toBe(false)
  await adopt()
  expect(listening.get(device.id)?.epoch).toBe(await epochOf(device))
})

test('a device that connects anew while the rows are read is still spoken for', async () => {
  const device = await madeDevice()
  const { presence, listening, befalls } = await startProcess()
  const connects = () =>
    presence.status({ name: device.code, payload: Buffer.from('{"online": 1, "session": "s"}') })
  await connects()
  const first = listening.get(device.id)?.epoch
  befalls('select id, session_epoch', connects)
  await presence.recheck([device.id])
  expect(listening.get(device.id)?.epoch).toBe(await epochOf(device))
  expect(listening.get(device.id)?.epoch).not.toBe(first)
})
