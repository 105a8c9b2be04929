import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'

/** Answers that were begun before may be finished; who downloads something large goes on elsewhere where he stood. */
const PATIENCE_MS = 1_000

/** How a process takes leave of those whom it serves without failing anybody: announced first, then carried out. */
export class Departure {
  private readonly running = new Set<ServerResponse>()
  private readonly streams = new AbortController()
  private onDone: (() => void) | undefined
  isAnnounced = false

  /** Aborted when streams without an end have to end: whoever listens comes again, to another process. */
  get streamsEnd(): AbortSignal {
    return this.streams.signal
  }

  /** Before any route is served. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, { raw }) => {
      if (this.isAnnounced) raw.setHeader('connection', 'close')
      // A socket lives on beside this; it is closed with the server.
      if (request.headers.upgrade !== undefined) return
      this.running.add(raw)
      const done = () => {
        this.running.delete(raw)
        if (this.running.size === 0) this.onDone?.()
      }
      raw.once('finish', done)
      raw.once('close', done)
    })
  }

  /** From now on nobody finds a connection here that will be closed under his next request. */
  announce(): void {
    this.isAnnounced = true
  }

  /** Ends streams, waits a moment for other answers, and closes the server. */
  async carryOut(app: FastifyInstance): Promise<void> {
    this.announce()
    this.streams.abort()
    if (this.running.size > 0) {
      const late = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS)
      this.onDone = () => late.resolve(undefined)
      await late.promise
      clearTimeout(timer)
    }
    await app.close()
  }
}
