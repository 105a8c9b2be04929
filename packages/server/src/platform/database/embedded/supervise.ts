import { setTimeout as wait } from 'node:timers/promises'
import { nextPause } from '../../supervisor/pauses.ts'
import { startPostgres } from './postgres.ts'
import type { PostgresOptions, RunningPostgres } from './postgres.ts'
import type { DatabaseUrls } from '../roles.ts'

export type SupervisedPostgres = { urls: DatabaseUrls; stop: (patienceMs: number) => Promise<void> }

/** Postgres that comes back when it dies; its connection strings stay the same, so clients simply connect again. */
export async function supervisePostgres(
  options: PostgresOptions & { onNotice: (sentence: string) => void },
): Promise<SupervisedPostgres> {
  let current: RunningPostgres = await startPostgres(options)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  // Whatever ended it, a full disk included, may be put right any moment: never the long pauses.
  const endedAfter = (livedMs: number) => ({ livedMs, wasKilled: true })
  const watch = async () => {
    let pauseMs: number | undefined
    let startedAt = Date.now()
    for (;;) {
      await current.exited
      if (isStopping()) return
      pauseMs = nextPause(pauseMs, endedAfter(Date.now() - startedAt))
      options.onNotice(`Postgres ended; starting it again in ${pauseMs / 1000} s`)
      pauseMs = await restart(pauseMs)
      // What was brought up while somebody asked to stop is stopped by whoever asked.
      if (isStopping()) return
      startedAt = Date.now()
    }
  }
  const restart = async (firstMs: number): Promise<number> => {
    for (let pauseMs = firstMs; ; pauseMs = nextPause(pauseMs, endedAfter(0))) {
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (isStopping()) return pauseMs
      try {
        current = await startPostgres(options)
        return pauseMs
      } catch (error) {
        options.onNotice(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watching = watch()
  return {
    urls: current.urls,
    stop: async (patienceMs) => {
      stopping.abort()
      await current.stop(patienceMs)
      await watching
      // A restart that was under way has brought up another one meanwhile.
      await current.stop(patienceMs)
    },
  }
}
