import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './postgres.ts'
import type { PostgresOptions, RunningPostgres } from './postgres.ts'
import type { DatabaseUrls } from './roles.ts'

export type SupervisedPostgres = { urls: DatabaseUrls; stop: (patienceMs: number) => Promise<void> }

const longestPauseMs = 10_000

/** Postgres that comes back when it dies; its connection strings stay the same, so clients simply connect again. */
export async function supervisePostgres(
  options: PostgresOptions & { onNotice: (sentence: string) => void },
): Promise<SupervisedPostgres> {
  let current: RunningPostgres = await startPostgres(options)
  const stopping = new AbortController()

  const watch = async () => {
    for (;;) {
      await current.exited
      if (stopping.signal.aborted) return
      options.onNotice('Postgres ended; starting it again')
      await restart()
    }
  }
  const restart = async () => {
    for (let pauseMs = 200; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        current = await startPostgres(options)
        return
      } catch (error) {
        options.onNotice(error instanceof Error ? error.message : String(error))
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
