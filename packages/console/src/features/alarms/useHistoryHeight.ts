import { useSyncExternalStore } from 'react'
import { useIsMobile } from '../../ui/useIsMobile.ts'

// The specification: the history table is as high as the window minus 420.
const aroundPx = 420
const leastPx = 200

function onResize(hear: () => void): () => void {
  addEventListener('resize', hear)
  return () => removeEventListener('resize', hear)
}

/** Undefined on a phone, where the page scrolls instead of the table. */
export function useHistoryHeight(): number | undefined {
  const height = useSyncExternalStore(onResize, () => Math.max(leastPx, innerHeight - aroundPx))
  return useIsMobile() ? undefined : height
}
