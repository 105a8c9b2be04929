import { parentPort, workerData } from 'node:worker_threads'
import { unpackBatch } from '../batch.ts'
import type { WriterPlan } from '../messages.ts'
import { Lane } from './lane.ts'
import { Senders } from './senders.ts'
import type { FromWriter, ToWriter, WriterData } from './wire.ts'

/** What the main thread has given this one to work with. */
export const writerData = (): WriterData => workerData as WriterData

/** Runs in the writer thread: stores each batch it is given and says so, for as long as the process lives. */
export function runWriter(plan: WriterPlan): void {
  const port = parentPort
  if (!port) throw new Error('the writer runs in a worker thread')
  const { databaseUrl, lanes } = writerData()
  const tell = (message: FromWriter) => port.postMessage(message)
  const senders = new Senders(plan.senders, plan.retentionMs)
  const onDatabase = watch((isAway, reason) => tell({ kind: 'database', isAway, reason }))
  const idle = Array.from({ length: lanes }, () => new Lane({ url: databaseUrl, plan, senders, onDatabase }))
  const all = [...idle]
  const queue: { number: number; buffer: ArrayBuffer }[] = []

  async function work(lane: Lane): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { counts, facts } = await lane.store(unpackBatch(next.buffer))
      tell({ kind: 'stored', number: next.number, counts, facts })
    }
    idle.push(lane)
  }

  async function stop(): Promise<void> {
    await Promise.all(all.map((lane) => lane.close()))
    port?.close()
    process.exit(0)
  }

  port.on('message', (message: ToWriter) => {
    if (message.kind === 'stop') {
      void stop()
      return
    }
    queue.push(message)
    const lane = idle.pop()
    if (lane) void work(lane)
  })
}

/** Passes a state on only when it changes. */
function watch(tell: (isAway: boolean, reason: string) => void): (isAway: boolean, reason: string) => void {
  let was = false
  return (isAway, reason) => {
    if (isAway === was) return
    was = isAway
    tell(isAway, reason)
  }
}
