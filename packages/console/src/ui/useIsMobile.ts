import { useSyncExternalStore } from 'react'

/** Below 992 px the layout is the mobile one. */
const mobile = matchMedia('(max-width: 991px)')

function subscribe(listener: () => void): () => void {
  mobile.addEventListener('change', listener)
  return () => mobile.removeEventListener('change', listener)
}

export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => mobile.matches)
