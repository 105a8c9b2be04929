import { useEffect, useEffectEvent } from 'react'
import { liveState, onLive } from '../../api/live.ts'

/**
 * The server ends the live stream of whoever may do or see something else from now on, or nothing at all any more. So
 * its end is the time to ask again who one is, and so is every `hello` but the first, which tells nothing new. A stream that is refused says that more has changed since.
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
  useEffect(() => {
    let wasBroken = false
    let known = liveState.get().refusals
    return liveState.subscribe(() => {
      const { brokenSince, refusals } = liveState.get()
      const isBroken = brokenSince !== undefined
      if ((isBroken && !wasBroken) || refusals > known) latest()
      wasBroken = isBroken
      known = refusals
    })
  }, [])
}
