import type { Caller } from './caller.ts'

/**
 * Whether a request that takes long is still answered to whoever asked: the session stands, and sees and may do what it
 * did when it began.
 */
export interface Standing {
  /** Looks again unless it has looked within the last `trustMs`. */
  holds(trustMs: number): Promise<boolean>
}

interface Means {
  /** The caller as of now; undefined once the session has ended. */
  readonly refresh: () => Promise<Caller | undefined>
  readonly now: () => number
}

export function standingOf(caller: Caller, { refresh, now }: Means): Standing {
  const granted = rightsOf(caller)
  let lookedAt = now()
  let isOver = false
  return {
    async holds(trustMs) {
      if (isOver || now() - lookedAt < trustMs) return !isOver
      const seen = await refresh()
      lookedAt = now()
      isOver = seen === undefined || rightsOf(seen) !== granted
      return !isOver
    },
  }
}

/** Callers with the same key see the same rows. */
export function scopeKey({ scope }: Pick<Caller, 'scope'>): string {
  return JSON.stringify([scope.role, Object.entries(scope.settings).sort()])
}

const rightsOf = (caller: Caller): string =>
  JSON.stringify([scopeKey(caller), [...caller.permissions].sort()])
