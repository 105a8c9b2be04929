import { afterEach, expect, test } from 'vitest'
import type { Session } from './dialect.ts'
import { Pipeline } from './pipeline.ts'

/** Takes what it is given, and answers nothing until it is told to stop. */
const silentWriter = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ kind }) => { if (kind === 'stop') process.exit(0) })`,
  )}`,
)

let pipeline: Pipeline
afterEach(() => pipeline.close())

test('what only senders that have left have said holds up nobody who waits for the rest', async () => {
  pipeline = new Pipeline({ writer: silentWriter, data: { databaseUrl: '', lanes: 1 } })
  const session = gone()
  pipeline.take({ session, topic: 0, payload: Buffer.from('{}'), tag: 1 })
  await pipeline.flush()
  expect(pipeline.held).toEqual({ messages: 0, bytes: 0 })
  expect(session.held).toBe(0)
})

/** A device whose connection has ended: it says again what was not acknowledged. */
function gone(): Session {
  return {
    ...{ id: 1, name: 'one', epoch: 1, isClosed: true, held: 0 },
    hears: () => false,
    acknowledge: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
}
