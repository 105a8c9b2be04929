import { useSyncExternalStore } from 'react'

let zone = 'Asia/Shanghai'
const listeners = new Set<() => void>()

/** The platform's time zone (IANA name): every instant is shown in it, wherever the reader is. */
export const platformZone = (): string => zone

export function setPlatformZone(next: string): void {
  if (next === zone) return
  zone = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePlatformZone = (): string => useSyncExternalStore(subscribe, platformZone)
