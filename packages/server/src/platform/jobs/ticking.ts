import type pg from 'pg'

/** Work that a process does again and again; doing it twice, or in two processes at once, does no harm. */
export interface Tick<Means = pg.Pool> {
  readonly name: string
  readonly everyMs: number
  run(means: Means): Promise<void>
}

export interface Ticking {
  stop(): Promise<void>
}

/** Runs each tick at its pace, never twice at once; a failure is told and the next turn comes all the same. */
export function startTicking<Means>(
  ticks: readonly Tick<Means>[],
  means: Means,
  onError: (tick: string, error: unknown) => void,
): Ticking {
  const running = new Map<Tick<Means>, Promise<void>>()
  const timers = ticks.map((tick) =>
    setInterval(() => {
      if (running.has(tick)) return
      const turn = tick
        .run(means)
        .catch((error: unknown) => onError(tick.name, error))
        .finally(() => running.delete(tick))
      running.set(tick, turn)
    }, tick.everyMs),
  )
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
