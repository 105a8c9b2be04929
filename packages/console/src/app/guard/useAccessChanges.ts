import { useEffect, useEffectEvent } from 'react'
import { onLive } from '../../api/live.ts'

/**
 * The server ends the live stream of whoever may do or see something else from now on; the next one's `hello` is the
 * time to ask again who one is. The first of a visit tells nothing new.
 */
export function useAccessChanges(refresh: () => void): void {
  const latest = useEffectEvent(refresh)
  useEffect(() => {
    let isFirst = true
    return onLive(({ type }) => {
      if (type !== 'hello') return
      if (!isFirst) latest()
      isFirst = false
    })
  }, [])
}
